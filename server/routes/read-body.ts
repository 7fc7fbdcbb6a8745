// The body of a request: a JSON object or a form of at most 8 KiB, in UTF-8.
import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Problem } from '../problem.ts';
import type { Step } from './endpoint.ts';

export type Body = Readonly<Record<string, unknown>>;

/** The members of the body; {} without a body. */
export function bodyOf(ctx: Context): Body {
  return (ctx.request as { body?: Body }).body ?? {};
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Includes the problems of `requireText`, with which the next step reads the members. */
const bodyProblems = [
  'malformed_body',
  'malformed_parameter',
  'missing_parameter',
  'too_large',
  'unsupported_media_type',
] as const;

/** Reads a JSON object, or a form. Answers 413, 415 or `malformed_body` to anything else. */
export function readBody(kind: keyof typeof mediaTypes = 'json'): Step {
  const parse = bodyParser({
    enableTypes: [kind],
    jsonLimit: '8kb',
    formLimit: '8kb',
    onerror: (error) => {
      const { status } = error as { status?: number };
      if (status === 413) throw new Problem('too_large', { detail: 'The body must have at most 8 KiB.' });
      if (status === 415) throw new Problem('unsupported_media_type', { detail: 'The body must be UTF-8.' });
      throw new Problem('malformed_body', { detail: detailOf(error) });
    },
  });
  return {
    problems: bodyProblems,
    async run(ctx, next) {
      if (isEmpty(ctx)) return next();
      if (!isPlain(ctx, mediaTypes[kind])) {
        throw new Problem('unsupported_media_type', { detail: `Send the body as ${mediaTypes[kind]} in UTF-8.` });
      }
      // The parser replaces bytes that are not UTF-8, so that a name in GBK would be stored as other characters.
      const chunks: Buffer[] = [];
      const keep = (chunk: Buffer): void => void chunks.push(chunk);
      ctx.req.on('data', keep);
      // The parser gets a `next` that does nothing, so that the parser's error handler does not catch errors of later
      // steps.
      // The parser pauses a body that it refuses. Unless the rest is read, the connection takes no other request.
      await parse(ctx, () => Promise.resolve()).finally(() => ctx.req.off('data', keep).resume());
      if (!isUtf8(Buffer.concat(chunks))) throw new Problem('malformed_body', { detail: 'The body must be UTF-8.' });
      if (Array.isArray(bodyOf(ctx))) throw new Problem('malformed_body');
      await next();
    },
  };
}

/** The parser rejects `__proto__`, because copying such an object could change the prototype of all objects. */
const detailOf = ({ message }: Error): string | undefined =>
  message.includes('prototype') ? 'The body has a member __proto__, which is not allowed.' : undefined;

function isEmpty(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') === '' && (ctx.request.length ?? 0) === 0;
}

function isPlain(ctx: Context, mediaType: string): boolean {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  const charset = ctx.request.charset.toLowerCase();
  return (
    ctx.is(mediaType) !== false &&
    (encoding === '' || encoding === 'identity') &&
    (charset === '' || charset === 'utf-8' || charset === 'utf8')
  );
}
