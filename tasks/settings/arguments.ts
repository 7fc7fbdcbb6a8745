// Parses the arguments of a command with Node's parser, and writes arguments for a shell.
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { message, messageOfParser } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import { Failure } from './failure.ts';

/** Throws a Failure for an argument that does not fit the options; `explain` makes the message from the reason. */
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
    // Our message, because Node's also explains operands that begin with "-", which we do not have.
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown?.kind === 'option';
    throw new Failure(
      explain(isUnknown ? message('unknownOption', { option: unknown.rawName }) : messageOfParser(words)),
    );
  }
}

/** An argument of a command that we print, so that a shell reads it as one word when a user pastes the command. */
export function inShell(argument: string): string {
  if (/^[\p{L}\p{N}@%+=:,./_-]+$/u.test(argument)) return argument;
  return process.platform === 'win32' ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}
