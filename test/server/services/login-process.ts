// A process that signs users in on command, or stops inside the transaction of a login.
import { openDatabase } from '../../../server/stores/database.ts';
import { createIdentity } from '../../../server/services/identity-service.ts';
import type { Identity } from '../../../server/ports/identity-provider.ts';
import { arrive, drawLogins } from './logins.ts';
import type { Draw } from './logins.ts';

export type Order =
  /** Answers with an outcome for each login, in the order of the logins. */
  | { readonly do: 'sign-in'; readonly draw: Draw }
  /** Answers when everything is written and nothing is committed, and then waits to be killed. */
  | { readonly do: 'stop-before-commit'; readonly identity: Identity };

export type LoginOutcome = { readonly id: string } | { readonly error: string };

const url = process.argv[2]!;
const database = await openDatabase({ url, folder: '', clock: () => new Date(), report: () => {} });
const identities = createIdentity({
  database,
  clock: () => new Date(),
  observe: () => {},
  mode: 'lenient',
});

function signIn(identity: Identity): Promise<LoginOutcome> {
  return identities.signIn({ identity, requestId: 'test' }, arrive).then(
    ({ user }) => ({ id: user.id }),
    (error: unknown) => ({ error: String(error) }),
  );
}

/** The number of concurrent logins: many more than there are connections, but so few that no login is refused. */
const hands = 100;

async function signInAll(logins: readonly Identity[]): Promise<LoginOutcome[]> {
  const outcomes: LoginOutcome[] = [];
  const left = [...logins.entries()].reverse();
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let next = left.pop(); next; next = left.pop()) outcomes[next[0]] = await signIn(next[1]);
    }),
  );
  return outcomes;
}

async function obey(order: Order): Promise<void> {
  if (order.do === 'stop-before-commit') {
    await identities.signIn({ identity: order.identity, requestId: 'test' }, () => {
      process.send!('written');
      return new Promise(() => {});
    });
  } else {
    process.send!(await signInAll(drawLogins(order.draw)));
  }
}

process.on('message', (order: Order) => void obey(order));
process.on('disconnect', () => process.exit());
await database.ping();
process.send!('ready');
