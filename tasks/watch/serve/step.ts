// One request on its way through the steps that may answer it.
import type { IncomingMessage, ServerResponse } from 'node:http';

export type ServedRequest = IncomingMessage & {
  /** The address that was asked for, where a step has changed `url`. */
  originalUrl?: string;
};

/** Answers a request, or leaves it to the next step. */
export type Step = (
  request: ServedRequest,
  response: ServerResponse,
) => 'answered' | undefined | Promise<'answered' | undefined>;

/** The path of a request, still encoded. */
export const pathOf = ({ url = '/' }: ServedRequest): string => url.split('?', 1)[0]!;

/** A line of text and nothing else: what an earlier step had set for a file does not fit. */
export function sendText(response: ServerResponse, status: number, text: string): 'answered' {
  for (const name of ['Content-Length', 'Content-Range', 'Content-Type']) response.removeHeader(name);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
  return 'answered';
}
