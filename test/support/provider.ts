// A provider on plain sockets. Each code stands for a person or a fault, and every request is counted at the socket.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { fresh } from './login.ts';
import type { Person } from './login.ts';
import { answerWith } from './raw-server.ts';

/** Handles a complete request to the provider. */
export type Script = (socket: Socket) => void;

export type ScriptedProvider = {
  /** For IDP_API_URL. */
  readonly url: string;
  /** Makes a code for the web or a mini-program. The provider answers it with the person, or as the script says. */
  code(person: Person | Script): string;
  /** Sets the answer to calls without a login code; `undefined` restores the default. */
  on(call: 'profile' | 'global token' | 'phone', script: Script | undefined): void;
  /** Sets what happens to a connection before the provider reads anything. */
  onConnection(script: Script | undefined): void;
  /** How often the provider received this code. */
  sent(code: string): number;
  /** How often the provider received the most frequent code. */
  mostSent(): number;
  /** The number of requests so far. */
  requests(): number;
  /** The number of open connections. */
  open(): number;
  close(): Promise<void>;
};

export const answerJson = (answer: unknown): Script => answerText(JSON.stringify(answer));
export const answerText =
  (text: string): Script =>
  (socket) =>
    void socket.end(answerWith(text, { headers: 'Content-Type: text/plain\r\n' }));

/** The provider's answer for a person, the same for the web and for mini-programs. */
export const grantOf = (person: Person) => ({
  access_token: 'planted-idp-token',
  session_key: 'tiihtNczf5v6AKRyjwEUhQ==',
  expires_in: 7200,
  ...person,
});

/** Starts a provider on 127.0.0.1. */
export async function startProvider(): Promise<ScriptedProvider> {
  const scripts = new Map<string, Script>();
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const calls: Record<string, Script | undefined> = {};
  let atConnection: Script | undefined;
  let requests = 0;

  const usual: Record<string, Script> = {
    profile: answerJson({ openid: 'nobody' }),
    'global token': answerJson({ access_token: 'global', expires_in: 7200 }),
    phone: answerJson({
      errcode: 0,
      phone_info: {
        phoneNumber: '13800138000',
        purePhoneNumber: '13800138000',
        countryCode: '86',
        watermark: { appid: 'wx-mini' },
      },
    }),
  };
  const act = (socket: Socket, text: string): void => {
    requests += 1;
    const { pathname, searchParams } = new URL(text.split(' ', 2)[1]!, 'http://idp');
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    const code = searchParams.get('code') ?? searchParams.get('js_code') ?? codeIn(body);
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
    const call = nameOf(pathname);
    if (call === undefined) return (scripts.get(code ?? '') ?? answerJson({ errcode: 40029 }))(socket);
    (calls[call] ?? usual[call]!)(socket);
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (atConnection) return atConnection(socket.resume());
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const whole = text;
      text = '';
      act(socket, whole);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    code(fate) {
      const code = fresh('code');
      scripts.set(code, typeof fate === 'function' ? fate : answerJson(grantOf(fate)));
      return code;
    },
    on: (call, script) => void (calls[call] = script),
    onConnection: (script) => void (atConnection = script),
    sent: (code) => counts.get(code) ?? 0,
    mostSent: () => Math.max(0, ...counts.values()),
    requests: () => requests,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function nameOf(pathname: string): string | undefined {
  if (pathname.endsWith('/userinfo')) return 'profile';
  if (pathname.endsWith('/stable_token')) return 'global token';
  return pathname.endsWith('/getuserphonenumber') ? 'phone' : undefined;
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length >= end + 4 + length;
}

function codeIn(body: string): string | undefined {
  return /"code":"([^"]+)"/.exec(body)?.[1];
}
