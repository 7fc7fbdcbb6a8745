// One exchange with a client of a handshake revision over HTTP: no session, a server that lives as long as its answer.
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { createBudget, refusedAnswer } from './messages.ts';
import { inOldWords } from '../revisions.ts';

/**
 * Hands messages to a server, one after the other, and collects an answer for each request among them. The answers
 * of a batch have a size and a time together: beyond them requests are refused and no more files are read for them.
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
    // Searches wait for nothing: others would hear nothing until the last one of a batch.
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

/** A request that is cancelled is never answered; here each is answered before a cancellation could be of use. */
const isCancellation = (message: JSONRPCMessage): boolean =>
  isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
