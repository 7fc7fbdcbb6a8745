// The supported revisions of the Model Context Protocol, and their differences.
import { isJSONRPCErrorResponse } from '@modelcontextprotocol/server';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** Revisions with a handshake, newest first. A client that asks for an unknown revision gets the newest of them. */
export const handshakeRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export const revisions = ['2026-07-28', ...handshakeRevisions] as const;

/** The revision of clients that do not send the version header, because this revision did not have the header. */
export const unnamedRevision = '2025-03-26';

/** Batches were removed in 2025-06-18. Revisions are dates and can be compared as text. */
export const knowsBatches = (revision: string): boolean => revision <= '2025-03-26';

/** Before 2026-07-28, an unknown resource had another error code. The SDK always uses the new code. */
export function inOldWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message)) return message;
  const { code, data } = message.error;
  const isNotFound = code === -32602 && typeof (data as { uri?: unknown } | undefined)?.uri === 'string';
  return isNotFound ? { ...message, error: { ...message.error, code: -32002 } } : message;
}
