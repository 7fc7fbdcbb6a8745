// Faulty answers of the provider, and the problem that each must lead to, from test/fixtures/cases/provider.yml.
import type { Socket } from 'node:net';
import type { ProblemCode } from '../../../server/problem.ts';
import { describeErrcode } from '../../../server/providers/errcodes.ts';
import { cases } from '../../support/cases.ts';
import { answerJson, answerText, grantOf } from '../../support/provider.ts';
import type { Script } from '../../support/provider.ts';
import { answerWith } from '../../support/raw-server.ts';

export type Misfortune = {
  readonly name: string;
  readonly script: Script;
  /** `idp_timeout` comes after the deadline of 5 s, and not earlier. */
  readonly answer: ProblemCode;
  /** Members of the log line. */
  readonly told?: Readonly<Record<string, unknown>>;
};

/** How a socket continues after its first bytes, until it is closed. */
const endings: Readonly<Record<string, (socket: Socket) => void>> = {
  'hangs up': (socket) => void socket.end(),
  resets: (socket) => void setTimeout(() => socket.resetAndDestroy(), 30),
  waits() {},
  drips(socket) {
    const timer = setInterval(() => socket.write('a'), 20);
    socket.once('close', () => clearInterval(timer));
  },
  floods(socket) {
    const chunk = Buffer.alloc(16 * 1024, 'a');
    while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once('drain', () => endings.floods!(socket));
  },
};

const somebody = grantOf({ openid: 'somebody' });
const bad = (name: string, script: Script, told = {}): Misfortune => ({
  name,
  script,
  answer: 'idp_bad_response',
  told,
});

const ofTheConnection = cases<[string, string, string, ProblemCode, string]>('provider', 'connection').map(
  ([name, text, ending, answer, reason]): Misfortune => ({
    name,
    script(socket) {
      socket.write(Buffer.from(text, 'latin1'));
      endings[ending]!(socket);
    },
    answer,
    told: { reason },
  }),
);

const headers = 'Location: http://127.0.0.1:1/\r\nRetry-After: 0\r\n';
const ofTheStatus = cases<number>('provider', 'statuses').map((status) => {
  const answer = answerWith(JSON.stringify(somebody), { status: `${status} Some`, headers });
  return bad(`the status ${status}`, (socket) => void socket.end(answer), { reason: `status_${status}` });
});

const ofTheText = [
  ...cases<[string, string]>('provider', 'bodies'),
  ['a bomb of brackets', '['.repeat(60_000)],
  ['a bomb of names', `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join()}}`],
].map(([name, text]) => bad(name!, answerText(text!)));

const ofTheMeaning = cases<[object, ProblemCode]>('provider', 'fields').map(([fields, answer]): Misfortune => {
  const [[name, value]] = Object.entries(fields) as [[string, unknown]];
  const shown = JSON.stringify(value)?.slice(0, 12) ?? 'that is missing';
  return { name: `the ${name} ${shown}`, script: answerJson({ ...somebody, ...fields }), answer };
});

const ofTheNumber = cases<[ProblemCode, number[]]>('provider', 'numbers').flatMap(([answer, errcodes]) =>
  errcodes.map((errcode): Misfortune => ({
    name: `errcode ${errcode}`,
    script: answerJson({ ...somebody, errcode, errmsg: 'planted-provider-text, rid: 1' }),
    answer,
    told: { errcode, level: describeErrcode(errcode).level },
  })),
);

export const misfortunes: readonly Misfortune[] = [
  ...ofTheConnection,
  ...ofTheStatus,
  ...ofTheText,
  ...ofTheMeaning,
  ...ofTheNumber,
];
