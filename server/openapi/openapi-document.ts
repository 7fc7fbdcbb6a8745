// The OpenAPI 3.1 document, built from the descriptions of the endpoints. Tests validate every response against it.
import frame from './document.json' with { type: 'json' };
import { Problem, problems, toAnswer } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import { jsonContent, object, ref, text } from './describe.ts';
import type { Operation, Schema, Success } from './describe.ts';

const problemSchema = object({
  type: text('Identifies the kind of problem', { format: 'uri' }),
  title: text('A short description of the kind of problem'),
  status: { type: 'integer', description: 'The HTTP status' },
  detail: text('What is wrong with this request'),
  error: text('An error code of RFC 6749 or of this service', {
    enum: [...new Set(Object.values(problems).map(({ error }) => error))],
  }),
  code: text('Stable: use this in programs', { enum: Object.keys(problems) }),
  request_id: text('The id of the request in the logs'),
});

/** The document for a service with these endpoints at this address. */
export function describeApi(baseUrl: string, endpoints: readonly Operation[]): Schema {
  const all = new Set(endpoints.flatMap(problemsOf));
  const problemCodes = (Object.keys(problems) as ProblemCode[]).filter((code) => all.has(code));
  return {
    ...frame,
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(
      endpoints.map(({ path }) => {
        const operations = endpoints.filter((endpoint) => endpoint.path === path);
        return [
          path,
          Object.fromEntries(operations.map((endpoint) => [endpoint.method.toLowerCase(), describe(endpoint)])),
        ];
      }),
    ),
    components: {
      ...frame.components,
      schemas: { ...frame.components.schemas, Problem: problemSchema },
      parameters: { Flow: flowParameter(baseUrl) },
      securitySchemes: { ...frame.components.securitySchemes, refreshCookie: refreshScheme(baseUrl) },
      examples: Object.fromEntries(problemCodes.map((code) => [code, showProblem(code)])),
    },
  };
}

/** Browsers accept the prefix `__Host-` only over https and only from the host itself. */
const cookieName = (baseUrl: string, name: string): string =>
  new URL(baseUrl).protocol === 'https:' ? `__Host-${name}` : name;

const flowParameter = (baseUrl: string): Schema => ({
  name: cookieName(baseUrl, 'flow'),
  in: 'cookie',
  description:
    'Binds a login to the browser that started it. The service sets it and browsers send it. They also send the flow cookies of other tabs, whose names end with `-` and 8 characters. It is not needed by other clients, or with AUTH_STATE_BINDING=off',
  required: false,
  schema: text('256 random bits'),
});

const refreshScheme = (baseUrl: string): Schema => ({
  type: 'apiKey',
  in: 'cookie',
  name: cookieName(baseUrl, 'refresh'),
  description:
    'With AUTH_REFRESH_COOKIE=1 the refresh token of a web login, sent by pages with the origin of BASE_URL. Otherwise, and for mini-programs, the token is in the body',
});

/** The alternatives of each kind of authentication. An empty entry means a token in the body. */
const requirements = {
  service: [{ service: [] }],
  refresh: [{ refreshCookie: [] }, {}],
  optional: [{ bearer: [] }, { refreshCookie: [] }, {}],
} satisfies Record<Exclude<Operation['secured'], true | undefined>, readonly Schema[]>;

function securityOf(secured: Operation['secured']): readonly Schema[] {
  if (secured === undefined) return [];
  return secured === true ? [{ bearer: [] }] : requirements[secured];
}

const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') };

function describe(operation: Operation): Schema {
  const { id, summary, description, tag, body, bodyOptional, secured } = operation;
  const flow = operation.bringsFlow ? [{ $ref: '#/components/parameters/Flow' }] : [];
  const parameters = [...(operation.parameters ?? []), ...flow];
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: securityOf(secured),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: bodyOptional !== true,
            content: { [body.type ?? 'application/json']: describeBody(body) },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [status, describeSuccess(answer)]),
      ),
      ...describeProblems(problemsOf(operation)),
    },
  };
}

function describeSuccess({ description, schema, content, headers }: Success): Schema {
  const body = schema ? jsonContent(schema) : content;
  return { description, ...(body ? { content: body } : {}), headers: { ...requestIdHeader, ...headers } };
}

function describeBody({ schema, examples }: NonNullable<Operation['body']>): Schema {
  return {
    schema,
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  };
}

/** The problems of the steps, and those with which the application itself may respond at every endpoint. */
const problemsOf = ({ steps, tag }: Operation): readonly ProblemCode[] => [
  ...steps.flatMap((step) => step.problems),
  ...(tag === 'operation' ? [] : (['store_unavailable', 'shutting_down'] as const)),
  'internal',
];

/** One response per status, with its possible codes and their remedies. */
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
    description: names.map((name) => `- \`${name}\`: ${problems[name].title}. ${problems[name].remedy}`).join('\n'),
    headers: {
      ...requestIdHeader,
      ...(status === 401 ? { 'WWW-Authenticate': headerRef('Challenge') } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    },
    content: {
      'application/problem+json': {
        // The schema allows only these codes, and tests validate every response.
        schema: { allOf: [ref('Problem'), { properties: { status: { const: status }, code: { enum: names } } }] },
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

function showProblem(code: ProblemCode): Schema {
  return {
    summary: problems[code].title,
    description: problems[code].remedy,
    value: toAnswer(new Problem(code), '4c0b8f2e-6d1a-4b3c-9e5f-7a8b9c0d1e2f').body,
  };
}
