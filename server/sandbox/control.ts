// The control page and its HTTP API: bad days, bound apps, and how it stands.
import Router from '@koa/router';
import type { Context } from 'koa';
import { readBindings, usualBindings } from './apps.ts';
import type { Apps, Bindings } from './apps.ts';
import { readBody } from './body.ts';
import { calls, kindsOf, readFaults } from './faults.ts';
import type { Call, Faults, NewFault } from './faults.ts';
import { setPolicy } from './headers.ts';
import { controlPage } from './pages/control.ts';
import type { Layout } from './pages/document.ts';
import { openidOf, people, phoneNumberOf, unionidOf } from './people.ts';
import { RequestError } from './request-error.ts';

export type ControlParts = { readonly apps: Apps; readonly faults: Faults; readonly layout: Layout };

/** `GET /` is the page; `/control` reads (GET), replaces (PUT), adds (PATCH) and resets (DELETE). */
export function createControlRoutes({ apps, faults, layout }: ControlParts): Router {
  const describe = (): object => ({
    apps: apps.list(),
    faults: faults.list(),
    kinds: Object.fromEntries((Object.keys(calls) as Call[]).map((call) => [call, kindsOf(call)])),
    people: people.map((person) => ({
      person: person.id,
      name: person.name,
      web_openid: openidOf(person, apps.web.appId),
      mini_openid: openidOf(person, apps.mini.appId),
      unionid: unionidOf(person),
      phone: phoneNumberOf(person),
    })),
  });
  const router = new Router();

  router.get('/', function showControls(ctx) {
    setPolicy(ctx, {});
    ctx.body = controlPage(layout, { apps: apps.list(), faults: faults.list() });
  });

  router.get('/control', function tell(ctx) {
    ctx.body = describe();
  });

  router.put('/control', async function replace(ctx) {
    const { bindings, wishes } = await readSettings(ctx);
    faults.replace(wishes);
    apps.bind({ ...usualBindings, ...bindings });
    ctx.body = describe();
  });

  router.patch('/control', async function change(ctx) {
    const { bindings, wishes } = await readSettings(ctx);
    faults.add(wishes);
    apps.bind(bindings);
    ctx.body = describe();
  });

  router.delete('/control', function reset(ctx) {
    faults.replace([]);
    apps.bind(usualBindings);
    ctx.body = describe();
  });

  router.delete('/control/faults/:id', function switchOff(ctx) {
    const { id = '' } = ctx.params as { id?: string };
    if (!faults.remove(id))
      throw new RequestError('no such fault', { status: 404, allowed: faults.list().map((f) => f.id) });
    ctx.body = describe();
  });

  return router;
}

/** All of it is read before any of it counts: a bad request leaves everything as it was. */
async function readSettings(ctx: Context): Promise<{ bindings: Bindings; wishes: readonly NewFault[] }> {
  const { apps = {}, faults = [], ...others } = await readBody(ctx);
  if (Object.keys(others).length > 0) throw new RequestError('unknown member', { allowed: ['apps', 'faults'] });
  return { bindings: readBindings(apps), wishes: readFaults(faults) };
}
