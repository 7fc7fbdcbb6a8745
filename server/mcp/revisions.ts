// The revisions of the Model Context Protocol that the adapter speaks, and where their words differ.
import { isJSONRPCErrorResponse } from '@modelcontextprotocol/server';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** Revisions with a handshake, newest first: the first is what an unknown one is answered with. */
export const handshakeRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export const revisions = ['2026-07-28', ...handshakeRevisions] as const;

/** A client that never names its revision speaks this one, which had no header for it. */
export const unnamedRevision = '2025-03-26';

/** Batches were taken back in 2025-06-18. Revisions are dates, and compare as text. */
export const knowsBatches = (revision: string): boolean => revision <= '2025-03-26';

/** Until 2026-07-28 a resource that does not exist had a code of its own; the SDK writes the new one in every revision. */
export function inOldWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message)) return message;
  const { code, data } = message.error;
  const isNotFound = code === -32602 && typeof (data as { uri?: unknown } | undefined)?.uri === 'string';
  return isNotFound ? { ...message, error: { ...message.error, code: -32002 } } : message;
}
