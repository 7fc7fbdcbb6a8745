// What a provider's answer may turn into on the way, and what the contract says to each.
import type { Socket } from 'node:net';
import type { ProblemCode } from '../../server/problem.ts';
import { answerWith } from '../support/raw-server.ts';
import { answerJson, answerText, grantOf } from '../support/provider.ts';
import type { Script } from '../support/provider.ts';

export type Misfortune = {
  readonly name: string;
  readonly script: Script;
  readonly answer: ProblemCode;
  /** It is answered when the deadline of 5 s is over, and no earlier. */
  readonly slow?: true;
};

/** Lets a server speak a byte at a time until its socket is gone. */
function drip(socket: Socket, text: string): void {
  let position = 0;
  const timer = setInterval(() => socket.write(text[position++ % text.length]!), 20);
  socket.once('close', () => clearInterval(timer));
}

/** Lets a server speak until its socket is gone. */
function flood(socket: Socket, head: string): void {
  socket.write(head);
  const chunk = Buffer.alloc(16 * 1024, 'a');
  const more = (): void => {
    while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once('drain', more);
  };
  more();
}

const end =
  (text: string | Buffer): Script =>
  (socket) =>
    void socket.end(text);
const cutAfter =
  (text: string, how: 'end' | 'resetAndDestroy'): Script =>
  (socket) =>
    void socket.write(text, () => setTimeout(() => socket[how](), 30));
const half = 'HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n{"openid":"somebody"';
const somebody = grantOf({ openid: 'somebody' });

const ofTheConnection: readonly Misfortune[] = [
  { name: 'a reset after the request', script: (socket) => void socket.resetAndDestroy(), answer: 'idp_unreachable' },
  { name: 'a hang-up without a byte', script: (socket) => void socket.end(), answer: 'idp_unreachable' },
  { name: 'silence', script: () => {}, answer: 'idp_timeout', slow: true },
  {
    name: 'silence after the head',
    script: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
    answer: 'idp_timeout',
    slow: true,
  },
  {
    name: 'a head that drips',
    script: (socket) => drip(socket, `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(5000)}`),
    answer: 'idp_timeout',
    slow: true,
  },
  {
    name: 'a body that drips',
    script(socket) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n');
      drip(socket, ' ');
    },
    answer: 'idp_timeout',
    slow: true,
  },
  { name: 'half an answer, then a hang-up', script: cutAfter(half, 'end'), answer: 'idp_bad_response' },
  { name: 'half an answer, then a reset', script: cutAfter(half, 'resetAndDestroy'), answer: 'idp_bad_response' },
  {
    name: 'half of a chunk',
    script: end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"a":'),
    answer: 'idp_bad_response',
  },
  { name: 'an endless body', script: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n'), answer: 'idp_bad_response' },
  {
    name: 'endless chunks',
    script: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n'),
    answer: 'idp_bad_response',
  },
  { name: 'an endless head', script: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\nX: '), answer: 'idp_bad_response' },
  { name: 'no HTTP', script: end('planted-provider-text\r\n\r\n'), answer: 'idp_bad_response' },
  {
    name: 'a change of protocol',
    script: (socket) => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    answer: 'idp_bad_response',
  },
  {
    name: 'two lengths',
    script: end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
    answer: 'idp_bad_response',
  },
  ...[
    '204 None',
    '302 Found',
    '400 Bad',
    '404 None',
    '408 Timeout',
    '421 Misdirected',
    '429 Many',
    '500 Oops',
    '502 Oops',
    '503 Oops',
    '504 Oops',
  ].map((status): Misfortune => ({
    name: `the status ${status.slice(0, 3)}`,
    script: end(
      answerWith(JSON.stringify(somebody), { status, headers: 'Location: http://127.0.0.1:1/\r\nRetry-After: 0\r\n' }),
    ),
    answer: 'idp_bad_response',
  })),
];

const ofTheText: readonly Misfortune[] = [
  ['an empty body', ''],
  ['a page', '<html>planted-provider-text</html>'],
  ['JSON that breaks off', '{"openid":"somebody"'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1'],
  ['a bomb of brackets', '['.repeat(60_000)],
  ['a bomb of names', `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join()}}`],
  ['a poisoned prototype', '{"__proto__":{"openid":"somebody"}}'],
].map(([name, text]): Misfortune => ({ name: name!, script: answerText(text!), answer: 'idp_bad_response' }));

const ofTheMeaning: readonly Misfortune[] = [
  {
    name: 'what is no UTF-8',
    script: end(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"openid":"\xff"}', 'latin1')),
    answer: 'idp_bad_response',
  },
  ...([undefined, null, '', 7, true, [], {}, 'x'.repeat(65), 'a\u0000b', 'a\nb', '\ud800'] as const).map(
    (openid): Misfortune => ({
      name: `the openid ${JSON.stringify(openid)?.slice(0, 12) ?? 'that is missing'}`,
      script: answerJson({ ...somebody, openid }),
      answer: 'idp_bad_response',
    }),
  ),
  ...([7, true, [], {}, 'x'.repeat(65), 'a\u0000b'] as const).map((unionid): Misfortune => ({
    name: `the unionid ${JSON.stringify(unionid).slice(0, 12)}`,
    script: answerJson({ ...somebody, unionid }),
    answer: 'idp_bad_response',
  })),
  { name: 'an errcode that is a text', script: answerJson({ ...somebody, errcode: '0' }), answer: 'idp_bad_response' },
  {
    name: 'somebody who only looks',
    script: answerJson({ ...somebody, is_snapshotuser: 1 }),
    answer: 'idp_user_snapshot',
  },
];

/** The provider's error numbers, with a person beside them who must not come in. */
const ofTheNumber: readonly Misfortune[] = (
  [
    ['idp_busy', [-1]],
    ['idp_code_invalid', [40029, 42003, 41008]],
    ['idp_code_used', [40163]],
    ['idp_user_blocked', [40226]],
    ['idp_quota', [45009, 45011]],
    ['idp_misconfigured', [40001, 40013, 40125, 41002, 41004]],
    ['idp_bad_response', [1, 40014, 50001, 99_999, -1000]],
  ] as const
).flatMap(([answer, numbers]) =>
  numbers.map((errcode): Misfortune => ({
    name: `errcode ${errcode}`,
    script: answerJson({ ...somebody, errcode, errmsg: 'planted-provider-text, rid: 1' }),
    answer,
  })),
);

export const misfortunes: readonly Misfortune[] = [...ofTheConnection, ...ofTheText, ...ofTheMeaning, ...ofTheNumber];
