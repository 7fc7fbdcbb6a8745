// The state that ties a login's end to its beginning: how it is described, and how it is spent.
import type { Context } from 'koa';
import { textOf } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import type { Parts } from './parts.ts';
import { isBrowser, stateForm } from './request.ts';

export const state = textOf(stateForm, 'Random, made by the page that begins');

/** A state that could not have been stored is unknown like any other. Throws `missing_parameter`, `state_unknown`. */
export async function spendState(
  ctx: Context,
  { parts, state }: { parts: Pick<Parts, 'config' | 'login' | 'cookies'>; state: string | undefined },
): Promise<string> {
  if (state === undefined || state === '') throw new Problem('missing_parameter', { detail: 'state is missing.' });
  if (!stateForm.pattern.test(state)) throw new Problem('state_unknown');
  const { config, login, cookies } = parts;
  // Login CSRF: a victim's browser that is led to somebody else's callback lacks the cookie of that login.
  const bound = config.stateBinding === 'auto' && isBrowser(ctx);
  await login.takeState({ state, flows: cookies.readFlows(ctx), bound });
  return state;
}
