// One message of the Model Context Protocol to an adapter, and its answer: what rule `mcp` asks by.
import { z } from 'zod';
import { message } from '#pdc/message';
import { quote } from './finding.ts';
import { defaultLimits, readBody, Unreadable } from './source.ts';

/** Says one message of the Model Context Protocol, and gives the result. Throws an Unreadable that says what came instead. */
export type Ask = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The newest revision with a handshake: adapters and clients of today all speak it. */
export const revision = '2025-11-25';

/** Speaks to an address by streamable HTTP, as a client does that keeps no stream open. */
export function askAdapter(url: string, { deadline, size } = defaultLimits): Ask {
  let session: string | undefined;
  let last = 0;
  return async function ask(method, params = {}) {
    const id = method.startsWith('notifications/') ? undefined : (last += 1);
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(deadline),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'user-agent': 'duplex-verify',
        ...(method === 'initialize' ? {} : { 'mcp-protocol-version': revision }),
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params }),
    }).catch((error: Error) => {
      const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new Unreadable(message('noAnswer', { reason: code ?? error.message }));
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    const text = new TextDecoder().decode(await readBody(response, size));
    if (id === undefined) return undefined;
    const answer = toMessage(text, response.headers.get('content-type') ?? '');
    if (answer === undefined) throw new Unreadable(message('noJsonRpc', { status: response.status }));
    if (answer.error) throw new Unreadable(message('answersError', { error: quote(answer.error) }));
    return answer.result;
  };
}

const Message = z.looseObject({ jsonrpc: z.literal('2.0'), result: z.unknown(), error: z.unknown() }).partial({
  result: true,
  error: true,
});

/** The answer, whether it is a document or the last event of a stream. */
function toMessage(text: string, type: string): z.infer<typeof Message> | undefined {
  const documents = type.startsWith('text/event-stream')
    ? text.split(/\r?\n\r?\n/).map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data).join('\n'))
    : [text];
  const answers = documents.flatMap((document) => {
    try {
      return Message.safeParse(JSON.parse(document)).data ?? [];
    } catch {
      return [];
    }
  });
  return answers.find((answer) => 'result' in answer || 'error' in answer);
}
