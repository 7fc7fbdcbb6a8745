// The tables of `bench login`: the cost of each subject, and how near the service is to its goals.
import type { Cost } from './login-host.ts';
import { describeMachine, median, row } from './options.ts';

export type Options = { readonly rounds: number; readonly seconds: number; readonly connections: number };

const names = [
  'bare http',
  'bare Koa',
  'Koa + UPDATE',
  'Koa stack',
  'Koa + verify',
  'me',
  'refresh',
  'mini login',
  'first login',
  'better-auth session',
  'better-auth refresh',
] as const;
export type SubjectName = (typeof names)[number];

export type Figure = {
  readonly perSecond: number;
  /** Of the answering process, in microseconds per request. */
  readonly cpu: number;
};
/** Of the available subjects. */
export type Round = Readonly<Record<SubjectName, Figure>>;

/** Work without requests, by ours and by its yardstick, in each round. */
export type Pair = readonly [ours: Cost, yardstick: Cost];

/** Two subjects in each round: the ratio of their speeds, by requests and by CPU. */
type Claim = {
  readonly text: string;
  /** The minimum that is wanted; only of the CPU if wall time depends on the machine. */
  readonly wanted?: number;
  readonly isByCpu?: true;
  readonly requests: readonly number[];
  readonly cpu: readonly number[];
};

type Measured = {
  readonly rounds: readonly Round[];
  readonly checks: readonly Pair[];
  readonly upserts: readonly Pair[];
};

function claimsOf({ rounds, checks, upserts }: Measured): Claim[] {
  const compare = (name: SubjectName, than: SubjectName, goal: Pick<Claim, 'wanted' | 'isByCpu'> = {}): Claim => ({
    text: `${name} / ${than}`,
    ...goal,
    requests: rounds.map((round) => round[name].perSecond / round[than].perSecond),
    cpu: rounds.map((round) => round[than].cpu / round[name].cpu),
  });
  const comparePairs = (text: string, pairs: readonly Pair[], goal: Pick<Claim, 'wanted'>): Claim => ({
    text,
    ...goal,
    requests: pairs.map(([ours, yardstick]) => yardstick.wall / ours.wall),
    cpu: pairs.map(([ours, yardstick]) => yardstick.cpu / ours.cpu),
  });
  const hasPeer = 'better-auth session' in rounds[0]!;
  return [
    compare('Koa stack', 'bare http', { wanted: 1 / 2.2, isByCpu: true }),
    compare('refresh', 'Koa + UPDATE', { wanted: 0.55 }),
    compare('mini login', 'Koa + UPDATE', { wanted: 0.22 }),
    comparePairs('check of a token / jsonwebtoken', checks, { wanted: 1 }),
    ...(hasPeer
      ? [compare('me', 'better-auth session', { wanted: 4 }), compare('refresh', 'better-auth refresh', { wanted: 4 })]
      : []),
    compare('Koa + verify', 'bare Koa'),
    compare('me', 'bare Koa'),
    compare('first login', 'Koa + UPDATE'),
    comparePairs('upsert by knex / by pg', upserts, {}),
  ];
}

/** How near the goal it is: below 1 it is missed. Infinite without a goal, so that those come last. */
function nearnessOf({ wanted, isByCpu, requests, cpu }: Claim): number {
  if (wanted === undefined) return Infinity;
  return Math.min(median(cpu), isByCpu ? Infinity : median(requests)) / wanted;
}

function writeClaim(claim: Claim): string {
  const { text, wanted, isByCpu, requests, cpu } = claim;
  const goal = wanted === undefined ? '' : `${wanted.toFixed(2)}${isByCpu ? ' by CPU' : ''}`;
  const verdict = wanted === undefined ? '' : nearnessOf(claim) >= 1 ? 'met' : 'missed';
  const spread = (ratios: readonly number[]): string =>
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;
  return row([text, goal, spread(requests), spread(cpu), verdict]);
}

type Report = Measured & { options: Options; called: string };

export function writeReport({ options, called, ...measured }: Report): string {
  const { rounds } = measured;
  const figures = names
    .filter((name) => name in rounds[0]!)
    .map((name) =>
      row([
        name,
        median(rounds.map((round) => round[name].perSecond)).toFixed(0),
        median(rounds.map((round) => round[name].cpu)).toFixed(0),
      ]),
    );
  const claims = claimsOf(measured).toSorted((a, b) => nearnessOf(a) - nearnessOf(b));
  return `# Login backend on PostgreSQL

${describeMachine()}
- Called: \`${called}\`

Medians over ${options.rounds} rounds of ${options.seconds} s each, over ${options.connections} connections that are kept; ratios are within a round. Our servers stand in one process, better-auth in its own; PostgreSQL, the instant provider and the load beside it on the same machine. CPU is that of the process that answers, in user and system.

${row(['subject', 'requests/s', 'CPU µs/request'])}
| --- | ---: | ---: |
${figures.join('\n')}

How fast one is in terms of the other: median (lowest-highest) of the rounds, by what a second answers and by the CPU of an answer; above 1 the first one is faster. The furthest from its goal comes first; where both count, the worse of the two decides.

${row(['speed', 'wanted', 'by time', 'by CPU', 'goal'])}
| --- | ---: | ---: | ---: | --- |
${claims.map(writeClaim).join('\n')}

- Koa stack: \`GET /healthz\` through all of the application: request ids, log, figures, headers, routes.
- Koa + UPDATE: bare Koa, koa-bodyparser and one prepared UPDATE ... RETURNING that commits by itself.
- check of a token: \`verifyAccess\` beside \`jwt.verify\` with the same KeyObject, issuer and audience, 20,000 times a round over 1,000 tokens; no request. Koa + verify: bare Koa and that check. me: \`GET /api/auth/me\`, which also reads session and user.
- mini login: somebody known; one exchange with an instant provider on a connection of its own, three statements that commit: the claim of the code, the session, the record of the audit. first login: of somebody new, which is a transaction.
- better-auth: \`GET /api/auth/get-session\` on bare http, which reads session and user; refresh: the same where each call moves the session's end (\`updateAge: 0\`). It signs nothing anew and tells no token apart that was used before; our refresh does. Its packages: \`npm run bench -- peers\`.
`;
}
