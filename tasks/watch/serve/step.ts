// The type of the steps that answer requests, and functions that they share.
import type { IncomingMessage, ServerResponse } from 'node:http';

export type ServedRequest = IncomingMessage & {
  /** The original address, if a step changed `url`. */
  originalUrl?: string;
};

/** Answers a request, or leaves it to the next step. */
export type Step = (
  request: ServedRequest,
  response: ServerResponse,
) => 'answered' | undefined | Promise<'answered' | undefined>;

/** The path of a request, still encoded. */
export const pathOf = ({ url = '/' }: ServedRequest): string => url.replace(/\?.*$/s, '');

/** Answers with a line of text. Removes headers that an earlier step set for a file. */
export function sendText(response: ServerResponse, status: number, text: string): 'answered' {
  for (const name of ['Content-Length', 'Content-Range', 'Content-Type']) response.removeHeader(name);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
  return 'answered';
}
