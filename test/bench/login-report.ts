// The tables of `bench login`: the speed of each subject, and how near the service is to its goals.
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
  /** CPU of the answering process, in microseconds per request. */
  readonly cpu: number;
};
/** The figures of a round, of the subjects that are available. */
export type Round = Readonly<Record<SubjectName, Figure>>;

/** The costs of work without requests in a round: those of ours and those of its yardstick. */
export type Pair = readonly [ours: Cost, yardstick: Cost];

/** Two subjects in each round: the ratio of their speeds, by requests and by CPU. */
type Claim = {
  readonly text: string;
  /** The goal, a minimum. With `isByCpu` it is only for the CPU, because wall time depends on the machine. */
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

/** How near a claim is to its goal; below 1, the goal is missed. Infinity without a goal, so that it comes last. */
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

Medians over ${options.rounds} rounds of ${options.seconds} s each, over ${options.connections} kept connections; ratios are within a round. Our servers run in one process, better-auth in its own; PostgreSQL, the instant provider and the load run on the same machine. CPU is the user and system time of the answering process.

${row(['subject', 'requests/s', 'CPU µs/request'])}
| --- | ---: | ---: |
${figures.join('\n')}

The speed of the first subject divided by that of the second: median (lowest-highest) of the rounds, by requests per second and by CPU per request. Above 1, the first subject is faster. The claim that is furthest from its goal comes first; if both measures count, the worse one decides.

${row(['speed', 'wanted', 'by time', 'by CPU', 'goal'])}
| --- | ---: | ---: | ---: | --- |
${claims.map(writeClaim).join('\n')}

- Koa stack: \`GET /healthz\` through the whole application: request ids, log, metrics, headers, routes.
- Koa + UPDATE: bare Koa, koa-bodyparser and one prepared UPDATE ... RETURNING in autocommit.
- check of a token: \`verifyAccess\` compared with \`jwt.verify\` for the same KeyObject, issuer and audience, 20,000 times a round over 1,000 tokens, without requests. Koa + verify: bare Koa and that check. me: \`GET /api/auth/me\`, which also reads session and user.
- mini login: a known user logs in. It takes one exchange with the instant provider on a new connection, and three committed statements: they claim the code, write the session and write the audit record. first login: a new user logs in, which is a transaction.
- better-auth: \`GET /api/auth/get-session\` on bare http, which reads session and user; refresh: the same request, but each one moves the session's end (\`updateAge: 0\`). It does not sign new tokens or detect reused ones; our refresh does both. \`npm run bench -- peers\` installs it.
`;
}
