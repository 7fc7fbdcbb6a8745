// A stand-in for a model on loopback, with the interfaces of three models. It calls the given tools, one after the
// other, and keeps the results, which are what a model would read.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Json } from '../../server/mcp/adapter.ts';

export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export type StandIn = {
  readonly url: string;
  /** The client's result of each call, in order: text as it is, anything else as JSON. */
  readonly heard: readonly string[];
  readonly close: () => Promise<void>;
};

/** How an interface names its tools, returns results and gets answers. */
type Dialect = {
  readonly path: RegExp;
  readonly toolsIn: (request: Json) => readonly Json[];
  readonly resultsIn: (request: Json) => readonly unknown[];
  /** The events of an answer: a call, or a text that ends the conversation. */
  readonly answer: (
    call: { readonly tool: Json; readonly input: Call['input']; readonly id: string } | undefined,
  ) => Json[];
};

export async function standIn(calls: readonly Call[]): Promise<StandIn> {
  const heard: string[] = [];
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return { url, heard, close: () => close(server) };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const dialect = dialects.find(({ path }) => path.test(incoming.url ?? ''));
    if (!dialect || incoming.method !== 'POST')
      return void outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const request: Json = JSON.parse(Buffer.concat(chunks).toString());
    const results = dialect.resultsIn(request).map(toText);
    heard.splice(0, heard.length, ...results.slice(0, calls.length).map((text, at) => text || (heard[at] ?? '')));
    const next = calls[results.length];
    const tool = next && dialect.toolsIn(request).find(({ name }) => String(name).endsWith(next.tool));
    const events = dialect.answer(tool && next && { tool, input: next.input, id: `call_${results.length}` });
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      if (typeof event.type === 'string') outgoing.write(`event: ${event.type}\n`);
      outgoing.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    outgoing.end();
  }
}

const toText = (result: unknown): string => (typeof result === 'string' ? result : JSON.stringify(result));

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

const messages: Dialect = {
  path: /^\/v1\/messages(\?|$)/,
  toolsIn: ({ tools = [] }) => tools,
  resultsIn: ({ messages: all }) =>
    all
      .flatMap(({ content }: Json) => (Array.isArray(content) ? content : []))
      .filter(({ type }: Json) => type === 'tool_result')
      .map(({ content }: Json) => content),
  answer(call) {
    const block = call
      ? { type: 'tool_use', id: call.id, name: call.tool.name, input: {} }
      : { type: 'text', text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text: 'Done.' };
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'stand-in',
      content: [],
      stop_reason: null,
      usage,
    };
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: call ? 'tool_use' : 'end_turn' }, usage },
      { type: 'message_stop' },
    ];
  },
};

const responses: Dialect = {
  path: /^\/v1\/responses(\?|$)/,
  // The tools of one server may be grouped under its name.
  toolsIn: ({ tools = [] }) =>
    tools.flatMap((tool: Json) =>
      Array.isArray(tool.tools) ? tool.tools.map((own: Json) => ({ ...own, namespace: tool.name })) : [tool],
    ),
  resultsIn: ({ input }) =>
    input.filter(({ type }: Json) => type === 'function_call_output').map(({ output }: Json) => output),
  answer(call) {
    const item = call
      ? {
          type: 'function_call',
          id: `fc_${call.id}`,
          call_id: call.id,
          name: call.tool.name,
          ...(call.tool.namespace && { namespace: call.tool.namespace }),
          arguments: JSON.stringify(call.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'm1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
        };
    const response = {
      id: 'resp_1',
      object: 'response',
      model: 'stand-in',
      status: 'completed',
      output: [item],
      usage,
    };
    return [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ];
  },
};

const contents: Dialect = {
  path: /:streamGenerateContent/,
  toolsIn: ({ tools = [] }) => tools.flatMap(({ functionDeclarations = [] }: Json) => functionDeclarations),
  resultsIn: ({ contents: all }) =>
    all
      .flatMap(({ parts = [] }: Json) => parts)
      .filter(({ functionResponse }: Json) => functionResponse)
      .map(({ functionResponse }: Json) => functionResponse.response?.output ?? functionResponse.response),
  answer(call) {
    const part = call ? { functionCall: { name: call.tool.name, args: call.input, id: call.id } } : { text: 'Done.' };
    return [
      {
        candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ];
  },
};

const dialects = [messages, responses, contents];
