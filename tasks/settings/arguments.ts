// Parses the arguments of a command with Node's parser, and writes arguments for a shell.
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { message, messageOfParser } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import { Failure } from './failure.ts';

type Grammar<Options> = {
  readonly options: Options;
  /** The largest number of words, which are arguments that are neither flags nor their values. */
  readonly words: number;
  /** Makes the message of a Failure from the reason. */
  readonly explain: (reason: MessageValue) => Message;
};

/** Throws a Failure for an argument that does not fit. */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  { options, words, explain }: Grammar<Options>,
) {
  const parsed = parseOptions(args, { options, explain });
  const word = parsed.positionals[words];
  if (word !== undefined) throw new Failure(explain(message('unexpectedWord', { word })));
  return parsed;
}

function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  { options, explain }: Omit<Grammar<Options>, 'words'>,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const { code, message: text } = error as NodeJS.ErrnoException;
    const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
    const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
    // Our message, because Node's also explains operands that begin with "-", which we do not have.
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown?.kind === 'option';
    throw new Failure(
      explain(isUnknown ? message('unknownOption', { option: unknown.rawName }) : messageOfParser(text)),
    );
  }
}

/** The arguments without the words to which `isLeftOut` applies. The values of flags stay. */
export function withoutWords(
  args: string[],
  { options, isLeftOut }: { options: ParseArgsConfig['options']; isLeftOut: (word: string) => boolean },
): string[] {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const leftOut = tokens.filter((token) => token.kind === 'positional' && isLeftOut(token.value));
  return args.filter((_, index) => !leftOut.some((token) => token.index === index));
}

/** An argument of a command that we print, so that a shell reads it as one word when a user pastes the command. */
export function inShell(argument: string): string {
  if (/^[\p{L}\p{N}@%+=:,./_-]+$/u.test(argument)) return argument;
  return process.platform === 'win32' ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}
