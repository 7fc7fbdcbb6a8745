// The description of the API for integrators' tools (OpenAPI 3.1). Tests hold every answer of the app against it.
import { answers, requests } from './examples.ts';
import { Problem, problems, toAnswer } from './problem.ts';
import type { ProblemCode } from './problem.ts';
import { remedies } from './remedies.ts';
import { sessionPage } from './routes/account.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });
const time = (description: string): Schema => text(description, { format: 'date-time' });
const uuid = (description: string): Schema => text(description, { format: 'uuid' });
const seconds = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });

/** An object with exactly these members, all there but those named optional. */
function object(properties: Readonly<Record<string, Schema>>, { optional = [] as readonly string[] } = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const channel = (description: string): Schema => text(description, { enum: ['web', 'mini'] });
const nickname = orNull(text('As the provider or the person says; untrusted text, to be escaped', { maxLength: 64 }));
const avatar = orNull(text('Address of a picture', { format: 'uri', maxLength: 512 }));

const schemas: Readonly<Record<string, Schema>> = {
  Tokens: object(
    {
      access_token: text('JWT (HS256, typ at+jwt), sent as `Authorization: Bearer`'),
      token_type: { type: 'string', const: 'Bearer' },
      expires_in: seconds('Lifetime of the access token, seconds', { const: 7200 }),
      refresh_token: text('JWT (typ rt+jwt), good for one refresh. Absent where it travels in a cookie'),
      refresh_expires_in: seconds('Lifetime of the refresh token, seconds', { const: 2592000 }),
      user: object({
        id: uuid('Stable; the `sub` of the tokens'),
        nickname,
        avatar_url: avatar,
        created: { type: 'boolean', description: 'This login made the account' },
      }),
    },
    { optional: ['refresh_token'] },
  ),
  EmbeddedLogin: object({
    authorize_url: text("The provider's page, for those who would rather go there", { format: 'uri' }),
    script_url: text("Address of the provider's script", { format: 'uri' }),
    appid: text('Option of the script'),
    scope: text('Option of the script', { const: 'snsapi_login' }),
    redirect_uri: text('Option of the script: the page that hands code and state to its parent', { format: 'uri' }),
    state: text('Option of the script'),
    expires_in: seconds('For how long the state can be used, seconds', { const: 300 }),
  }),
  Me: object({
    id: uuid('Stable'),
    nickname,
    avatar_url: avatar,
    phone: orNull(text('Masked: the first three and the last two digits')),
    channels: { type: 'array', items: channel('A way in that this account knows'), description: 'Known ways in' },
    created_at: time('When the account was made'),
    last_login_at: orNull(time('The latest login')),
    last_login_src: { type: ['string', 'null'], enum: ['web', 'mini', null], description: 'Its channel' },
  }),
  Session: object({
    id: uuid('For DELETE /api/auth/sessions/{id}'),
    channel: channel('How it began'),
    user_agent: orNull(text('The program that began it', { maxLength: 256 })),
    created_at: time('When it began'),
    last_used_at: time('The latest login or refresh'),
    expires_at: time('When it ends unless it is refreshed, and at last however often'),
    current: { type: 'boolean', description: 'The one that asks' },
  }),
  Sessions: object(
    {
      next_cursor: text('Where more follow: `cursor` of the next page'),
      sessions: { type: 'array', items: ref('Session'), maxItems: sessionPage.most },
    },
    { optional: ['next_cursor'] },
  ),
  Phone: object({ phone: text('E.164', { pattern: '^\\+[0-9]{4,15}$' }) }),
  Health: object({ status: { type: 'string', const: 'ok' } }),
  Readiness: object(
    {
      status: { type: 'string', const: 'ready' },
      degraded: {
        type: 'array',
        description: 'What is away and can be done without: web logins wait for Redis, the rest goes on',
        items: { type: 'string', enum: ['redis'] },
      },
    },
    { optional: ['degraded'] },
  ),
  Problem: object({
    type: text('Names the kind of problem', { format: 'uri' }),
    title: text('The kind of problem, in words'),
    status: seconds('The HTTP status'),
    detail: text('What is wrong with this request'),
    error: text('The word of RFC 6749 or ours', {
      enum: [...new Set(Object.values(problems).map(({ error }) => error))],
    }),
    code: text('Stable: switch on this', { enum: Object.keys(problems) }),
    request_id: text('Names the request in the logs'),
  }),
};

const state = text('Random, made by the page that begins', { pattern: '^[A-Za-z0-9._~-]{1,128}$' });
const code = text("The provider's, one use", { pattern: '^[\\x21-\\x7e]{1,512}$' });

/** What a request may bring: a schema, and examples by name. */
type RequestBody = { readonly schema: Schema; readonly examples: Readonly<Record<string, unknown>> };

type Operation = {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly parameters?: readonly Schema[];
  readonly body?: RequestBody;
  readonly bodyOptional?: boolean;
  /** `optional`: something in the body serves instead. */
  readonly secured?: true | 'optional';
  /** Success answers by status. */
  readonly answers: Readonly<Record<string, Schema>>;
  readonly problems: readonly ProblemCode[];
};

type Parameter = { readonly schema: Schema; readonly required: boolean; readonly example: string | number };
const query = (name: string, { schema, ...more }: Parameter): Schema => ({
  name,
  in: 'query',
  description: schema.description,
  schema,
  ...more,
});

const json = (name: string, description: string): Schema => ({
  description,
  content: { 'application/json': { schema: ref(name), ...(name in answers ? { example: answers[name] } : {}) } },
});
/** The same with headers of this answer alone. */
const withHeaders = (answer: Schema, headers: Readonly<Record<string, Schema>>): Schema => ({ ...answer, headers });
const flowCookie = { 'Set-Cookie': { $ref: '#/components/headers/FlowCookie' } };
const location = { Location: { description: 'Where the browser goes', schema: { type: 'string' } } };

const body: readonly ProblemCode[] = [
  'malformed_body',
  'malformed_parameter',
  'missing_parameter',
  'too_large',
  'unsupported_media_type',
];
const bearer: readonly ProblemCode[] = [
  'access_token_missing',
  'access_token_invalid',
  'access_token_expired',
  'session_revoked',
  'account_disabled',
];
const counted: readonly ProblemCode[] = [...bearer, 'rate_limited_user'];
const store: readonly ProblemCode[] = ['store_unavailable', 'shutting_down', 'internal'];
const provider: readonly ProblemCode[] = [
  'idp_code_invalid',
  'idp_code_used',
  'idp_user_blocked',
  'idp_user_snapshot',
  'idp_misconfigured',
  'idp_bad_response',
  'idp_busy',
  'idp_quota',
  'idp_unreachable',
  'idp_circuit_open',
  'idp_timeout',
];
const login: readonly ProblemCode[] = [
  ...provider,
  'account_disabled',
  'identity_conflict',
  'rate_limited_address',
  'rate_limited_user',
];

const stateParameter = { schema: state, required: true, example: requests.callback.state };

const auth = '/api/auth';

const changeMe = (id: string): Operation => ({
  id,
  summary: 'Change name or picture',
  tag: 'account',
  secured: true,
  description:
    'null takes one away; a member that is absent stays. PUT does what PATCH does: wx.request knows no PATCH.',
  body: {
    schema: object({ nickname, avatar_url: avatar }, { optional: ['nickname', 'avatar_url'] }),
    examples: { both: requests.profile, away: { avatar_url: null } },
  },
  answers: { 200: json('Me', 'The account as it is now') },
  problems: [...body, ...counted, ...store],
});

const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  [`${auth}/idp/web/login`]: {
    get: {
      id: 'startWebLogin',
      summary: 'Begin a web login',
      description:
        'Stores the state for 5 minutes and sends the browser to the provider. With `Accept: application/json` it answers what the embedded QR code needs.',
      tag: 'login',
      parameters: [query('state', stateParameter)],
      answers: {
        200: withHeaders(json('EmbeddedLogin', 'Options of the embedded QR code'), flowCookie),
        302: { description: "To the provider's page", headers: { ...location, ...flowCookie } },
        303: { description: 'A person whose login cannot begin, to the page that waits', headers: location },
      },
      problems: ['missing_parameter', 'duplicate_parameter', 'malformed_parameter', 'rate_limited_address', ...store],
    },
  },
  [`${auth}/idp/web/callback`]: {
    get: {
      id: 'finishWebLogin',
      summary: 'Where the provider sends the browser',
      description:
        'Answers tokens; a browser goes to LOGIN_RETURN_URL where one is set, with `#login_code=..&state=..` or `#error=..`.',
      tag: 'login',
      parameters: [
        query('state', stateParameter),
        query('code', { schema: code, required: false, example: requests.callback.code }),
      ],
      answers: {
        200: json('Tokens', 'Signed in'),
        303: { description: 'To the page that waits', headers: location },
      },
      problems: [
        'missing_parameter',
        'duplicate_parameter',
        'malformed_parameter',
        'state_unknown',
        'user_denied',
        ...login,
        ...store,
      ],
    },
  },
  [`${auth}/idp/web/code`]: {
    post: {
      id: 'submitWebCode',
      summary: 'Finish a web login from the page',
      tag: 'login',
      description:
        'A browser brings the flow cookie with `{code, state}`: page and service share a site. `{login_code, state}` needs no cookie.',
      body: {
        schema: {
          oneOf: [
            { ...object({ code, state }), title: 'From the embedded QR code' },
            { ...object({ login_code: text('From the fragment, 60 s, one use'), state }), title: 'From the callback' },
          ],
        },
        examples: { embedded: requests.code, callback: requests.login_code },
      },
      answers: { 200: json('Tokens', 'Signed in') },
      problems: [...body, 'state_unknown', 'login_code_invalid', 'user_denied', ...login, ...store],
    },
  },
  [`${auth}/idp/mini/login`]: {
    post: {
      id: 'loginFromMiniProgram',
      summary: 'Sign in from a mini-program',
      tag: 'login',
      body: {
        schema: object({
          code: text("Of the mini-program's login function, 5 minutes, one use", { pattern: code.pattern }),
        }),
        examples: { mini: requests.mini },
      },
      answers: { 200: json('Tokens', 'Signed in') },
      problems: [...body, ...login, ...store],
    },
  },
  [`${auth}/refresh`]: {
    post: {
      id: 'refreshTokens',
      summary: 'A new pair for a refresh token',
      description:
        'A refresh token works once. The same one again within REFRESH_GRACE_SECONDS gets the identical pair; later it ends its session. With AUTH_REFRESH_COOKIE a web login sends no body: the cookie serves.',
      tag: 'login',
      body: {
        schema: object({ refresh_token: text('The latest one') }, { optional: ['refresh_token'] }),
        examples: { body: requests.refresh, cookie: {} },
      },
      bodyOptional: true,
      answers: { 200: json('Tokens', 'The next pair') },
      problems: [
        ...body,
        'refresh_token_invalid',
        'refresh_token_expired',
        'refresh_token_revoked',
        'refresh_token_reused',
        'account_disabled',
        'rate_limited_session',
        ...store,
      ],
    },
  },
  [`${auth}/me`]: {
    get: {
      id: 'showMe',
      summary: 'Who is signed in',
      tag: 'account',
      secured: true,
      answers: { 200: json('Me', 'The account') },
      problems: [...counted, ...store],
    },
    patch: changeMe('changeMe'),
    put: changeMe('changeMeFromMiniProgram'),
    delete: {
      id: 'leave',
      summary: 'Leave: identifiers, phone, names and sessions go',
      tag: 'account',
      secured: true,
      answers: { 204: { description: 'Gone' } },
      problems: [...counted, ...store],
    },
  },
  [`${auth}/sessions`]: {
    get: {
      id: 'listSessions',
      summary: 'Where the account is signed in',
      tag: 'account',
      secured: true,
      parameters: [
        query('limit', {
          schema: {
            type: 'integer',
            description: 'How many at most',
            minimum: 1,
            maximum: sessionPage.most,
            default: sessionPage.usual,
          },
          required: false,
          example: requests.sessions.limit,
        }),
        query('cursor', {
          schema: text('`next_cursor` of the page before'),
          required: false,
          example: requests.sessions.cursor,
        }),
      ],
      answers: { 200: json('Sessions', 'Open sessions, the newest first') },
      problems: [...counted, 'malformed_parameter', 'duplicate_parameter', ...store],
    },
  },
  [`${auth}/sessions/{id}`]: {
    delete: {
      id: 'endSession',
      summary: 'Sign out elsewhere',
      tag: 'account',
      secured: true,
      parameters: [{ name: 'id', in: 'path', required: true, description: 'Of the list', schema: { type: 'string' } }],
      answers: { 204: { description: 'Ended' } },
      problems: [...bearer, 'not_found', ...store],
    },
  },
  [`${auth}/logout`]: {
    post: {
      id: 'logout',
      summary: 'Sign out',
      description: 'Idempotent. `{refresh_token}` in the body serves instead of the Bearer token.',
      tag: 'account',
      secured: 'optional',
      body: {
        schema: object({ refresh_token: text('Of any generation') }, { optional: ['refresh_token'] }),
        examples: { body: requests.refresh, bearer: {} },
      },
      bodyOptional: true,
      answers: { 204: { description: 'Signed out' } },
      problems: [
        ...body,
        'access_token_missing',
        'access_token_invalid',
        'access_token_expired',
        'refresh_token_invalid',
        ...store,
      ],
    },
  },
  [`${auth}/logout-all`]: {
    post: {
      id: 'logoutAll',
      summary: 'Sign out everywhere',
      tag: 'account',
      secured: true,
      answers: { 204: { description: 'Signed out' } },
      problems: [...bearer, ...store],
    },
  },
  [`${auth}/idp/mini/phone`]: {
    post: {
      id: 'addPhone',
      summary: 'Take the phone number from the mini-program',
      tag: 'account',
      secured: true,
      body: {
        schema: {
          oneOf: [
            { ...object({ code: text('Of the phone button, 5 minutes, one use') }), title: 'Recommended' },
            {
              ...object({ encrypted_data: text('base64'), iv: text('base64') }),
              title: 'Deprecated',
              deprecated: true,
            },
          ],
        },
        examples: { recommended: requests.phone_code, deprecated: requests.phone_data },
      },
      answers: { 200: json('Phone', 'The number') },
      problems: [...body, ...counted, 'phone_rejected', 'session_key_stale', ...provider, ...store],
    },
  },
  '/healthz': {
    get: {
      id: 'healthz',
      summary: 'Is the process alive',
      tag: 'operation',
      answers: { 200: json('Health', 'Alive') },
      problems: ['internal'],
    },
  },
  '/readyz': {
    get: {
      id: 'readyz',
      summary: 'May it get requests',
      tag: 'operation',
      answers: { 200: json('Readiness', 'Ready') },
      problems: store,
    },
  },
  '/metrics': {
    get: {
      id: 'metrics',
      summary: "Figures in Prometheus' form",
      tag: 'operation',
      answers: { 200: { description: 'Figures', content: { 'text/plain': { schema: { type: 'string' } } } } },
      problems: ['internal'],
    },
  },
  '/openapi.json': {
    get: {
      id: 'openapi',
      summary: 'This description',
      tag: 'operation',
      answers: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
      },
      problems: ['internal'],
    },
  },
};

/** Every code that some operation names. A wrong method is no operation. */
const promised = (Object.keys(problems) as ProblemCode[]).filter((code) =>
  Object.values(paths).some((operations) => Object.values(operations).some((each) => each.problems.includes(code))),
);

/** The whole document, for a service at this address. */
export function describeApi(baseUrl: string): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Duplex login',
      version: '1.0.0',
      summary: 'Signs users in through the WeChat platform and issues JWT pairs',
      description:
        'Every failure is application/problem+json with a stable `code`. Answers with tokens are never cached.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'login', description: 'The five endpoints of a login' },
      { name: 'account', description: 'What a signed-in person asks' },
      { name: 'operation', description: 'What the operator asks' },
    ],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, describe(operation)])),
      ]),
    ),
    components: {
      schemas,
      headers,
      examples: Object.fromEntries(promised.map((code) => [code, showProblem(code)])),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token' },
      },
    },
  };
}

const headers: Readonly<Record<string, Schema>> = {
  RequestId: {
    description: 'Names the request in the logs; a proxy may send one of 8 to 64 letters, digits, _ and -',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } },
  Challenge: {
    description: '`Bearer` where no token came, otherwise `Bearer error="invalid_token"` (RFC 6750)',
    schema: { type: 'string' },
  },
  FlowCookie: {
    description: 'Ties the login to this browser: `flow` (`__Host-flow` on https), HttpOnly, SameSite=Lax',
    schema: { type: 'string' },
  },
};
const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') };

function describe(operation: Operation): Schema {
  const { id, summary, description, tag, parameters, body, bodyOptional, secured } = operation;
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: secured ? [{ bearer: [] }, ...(secured === 'optional' ? [{}] : [])] : [],
    ...(parameters ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: bodyOptional !== true, content: { 'application/json': describeBody(body) } } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          { ...answer, headers: { ...requestIdHeader, ...(answer.headers as Schema | undefined) } },
        ]),
      ),
      ...describeProblems(operation.problems),
    },
  };
}

function describeBody({ schema, examples }: RequestBody): Schema {
  return {
    schema,
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  };
}

/** One response a status, with the codes that it may carry and what to do about each. */
function describeProblems(codes: readonly ProblemCode[]): Record<string, Schema> {
  const statuses = new Set(codes.map((name) => problems[name].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const names = [...new Set(codes)].filter((name) => problems[name].status === status);
      return [String(status), describeStatus(status, names)];
    }),
  );
}

function describeStatus(status: number, names: readonly ProblemCode[]): Schema {
  return {
    description: names.map((name) => `- \`${name}\`: ${problems[name].title}. ${remedies[name]}`).join('\n'),
    headers: {
      ...requestIdHeader,
      ...(status === 401 ? { 'WWW-Authenticate': headerRef('Challenge') } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    },
    content: {
      'application/problem+json': {
        // Only these codes: tests hold every answer against it.
        schema: { allOf: [ref('Problem'), { properties: { status: { const: status }, code: { enum: names } } }] },
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

function showProblem(code: ProblemCode): Schema {
  return {
    summary: problems[code].title,
    description: remedies[code],
    value: toAnswer(new Problem(code), '4c0b8f2e-6d1a-4b3c-9e5f-7a8b9c0d1e2f').body,
  };
}
