// One exchange with a client of a handshake revision over HTTP: no session, a server that lives as long as its answer.
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { inOldWords } from './revisions.ts';

/** Hands messages to a server and collects an answer for each request among them. */
export async function exchange(server: Server, messages: readonly JSONRPCMessage[]): Promise<JSONRPCMessage[]> {
  const requests = messages.filter((message) => isJSONRPCRequest(message));
  const answers: JSONRPCMessage[] = [];
  const transport: Transport = { start: async () => {}, send: async () => {}, close: async () => {} };
  await server.connect(transport);
  const answered = new Promise<void>((resolve) => {
    transport.send = async (message) => {
      if (!isAnswer(message)) return;
      answers.push(inOldWords(message));
      if (answers.length === requests.length) resolve();
    };
  });
  for (const message of messages) if (!isCancellation(message)) transport.onmessage?.(message);
  if (requests.length > 0) await answered;
  await server.close();
  return answers;
}

const isAnswer = (message: JSONRPCMessage): boolean =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

/** A request that is cancelled is never answered; here each is answered before a cancellation could be of use. */
const isCancellation = (message: JSONRPCMessage): boolean =>
  isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
