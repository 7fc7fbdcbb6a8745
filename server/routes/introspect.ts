// POST /api/auth/introspect: whether an access token is active, for registered services (RFC 7662).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { json, object, requests, text } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { bodyOf, readBody } from './read-body.ts';

export const introspect: Endpoint = {
  method: 'POST',
  path: '/api/auth/introspect',
  id: 'introspect',
  summary: 'Whether an access token is active',
  description: 'For services in INTROSPECTION_SERVICES. Checks the signature, the expiry, the session and the account.',
  tag: 'service',
  secured: 'service',
  body: {
    type: 'application/x-www-form-urlencoded',
    schema: object(
      { token: text('An access token'), token_type_hint: text('Ignored') },
      { optional: ['token_type_hint'] },
    ),
    examples: { token: requests.introspection },
  },
  answers: { 200: json('Introspection', 'Whether it is active, and its claims') },
  steps: [
    { problems: ['service_unknown', 'rate_limited_service'], run: countService },
    readBody('form'),
    { problems: ['malformed_parameter', 'missing_parameter'], run: answerClaims },
  ],
};

async function countService(ctx: Context, next: Next, parts: Parts): Promise<void> {
  await parts.limits.hit('service', serviceOf(ctx, parts));
  await next();
}

async function answerClaims(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { token } = bodyOf(ctx);
  if (token === undefined || token === '') throw new Problem('missing_parameter', { detail: 'token is missing.' });
  if (typeof token !== 'string') throw new Problem('malformed_parameter', { detail: 'Send token once.' });
  ctx.body = await describeToken(token, parts);
}

type Claims = Readonly<Record<'iss' | 'aud' | 'iat' | 'exp', string | number>>;

/** Does not disclose why a token is inactive. Throws if the token cannot be checked. */
async function describeToken(token: string, { sessions }: Pick<Parts, 'sessions'>): Promise<object> {
  try {
    const { user, session } = await sessions.authenticate(token);
    const [, payload = ''] = token.split('.');
    const { iss, aud, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    // `sub` is the user of the session: after a merge, the token still has the id of the merged user.
    return { active: true, token_type: 'Bearer', iss, aud, sub: user.id, sid: session.id, iat, exp };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { active: false };
    throw error;
  }
}

/** The name of the service. Throws `service_unknown`, which does not disclose whether name or secret is wrong. */
function serviceOf(ctx: Context, { config }: Pick<Parts, 'config'>): string {
  const [, credentials = ''] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(ctx.get('Authorization')) ?? [];
  const [, name = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  const digests = [secret, decode(secret)].map((text) => createHash('sha256').update(text).digest());
  // All digests are compared in constant time. The names are not secret, and need no encoding.
  const matches = config.services.filter((service) =>
    digests.map((digest) => timingSafeEqual(service.digest, digest)).includes(true),
  );
  if (matches.some((service) => service.name === decode(name))) return decode(name);
  // Secrets in the body or in the URL are not accepted, because they would end up in logs.
  const detail = credentials === '' ? 'Send name and secret by HTTP Basic (client_secret_basic).' : undefined;
  throw new Problem('service_unknown', { detail });
}

/** RFC 6749 section 2.3.1: clients should encode name and secret like a form, but not all do. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
