// One exchange with a client of an older revision over HTTP. Each exchange has its own server, without sessions.
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { createBudget, refusedAnswer } from './json-rpc-messages.ts';
import { inOldWords } from '../revisions.ts';

/**
 * Passes messages to a server one after the other, and collects a response for each request. When the responses to a
 * batch are too large or take too long, the remaining requests are refused without reading files.
 */
export async function exchange(server: Server, messages: readonly JSONRPCMessage[]): Promise<JSONRPCMessage[]> {
  const answers: JSONRPCMessage[] = [];
  const transport: Transport = { start: async () => {}, send: async () => {}, close: async () => {} };
  await server.connect(transport);
  const budget =
    messages.length > 1 ? createBudget() : { admit: (answer: JSONRPCMessage) => answer, isSpent: () => false };
  for (const message of messages) {
    if (isCancellation(message)) continue;
    if (!isJSONRPCRequest(message)) transport.onmessage?.(message);
    else if (budget.isSpent()) answers.push(refusedAnswer(message.id));
    else answers.push(budget.admit(inOldWords(await ask(transport, message))));
    // Searches are synchronous, so without this pause a batch would block other requests.
    if (messages.length > 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await server.close();
  return answers;
}

function ask(transport: Transport, request: JSONRPCMessage): Promise<JSONRPCMessage> {
  return new Promise((resolve) => {
    transport.send = async (message) => {
      if (isAnswer(message)) resolve(message);
    };
    transport.onmessage?.(request);
  });
}

const isAnswer = (message: JSONRPCMessage): boolean =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

/** Cancellations are ignored, because each request is answered before a cancellation could take effect. */
const isCancellation = (message: JSONRPCMessage): boolean =>
  isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
