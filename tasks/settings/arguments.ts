// The arguments of a command, as Node reads them.
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { message, messageOfParser } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import { Failure } from './failure.ts';

/** Throws a Failure for what is no argument of these options; `explain` puts the reason into a message. */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  explain: (reason: MessageValue) => Message,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const { code, message: words } = error as NodeJS.ErrnoException;
    const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
    const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
    // Node adds how an operand may begin with "-", and none of ours does.
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown?.kind === 'option';
    throw new Failure(
      explain(isUnknown ? message('unknownOption', { option: unknown.rawName }) : messageOfParser(words)),
    );
  }
}
