// The messages of commands: the sentences of a catalog, by their keys, in English and in Chinese. Code makes a message;
// the language is chosen when the message is printed.
import { nameOf } from './catalog.ts';
import type { NameOf, PlaceholdersOf } from './catalog.ts';
import { wordsIn } from './language.ts';
import { printable } from './printable.ts';
import addresses from './messages/addresses.json' with { type: 'json' };
import adopt from './messages/adopt.json' with { type: 'json' };
import args from './messages/arguments.json' with { type: 'json' };
import commands from './messages/commands.json' with { type: 'json' };
import files from './messages/files.json' with { type: 'json' };
import frontMatter from './messages/front-matter.json' with { type: 'json' };
import functions from './messages/functions.json' with { type: 'json' };
import parsers from './messages/parsers.json' with { type: 'json' };
import passwords from './messages/passwords.json' with { type: 'json' };
import prompts from './messages/prompts.json' with { type: 'json' };
import site from './messages/site.json' with { type: 'json' };
import texts from './messages/texts.json' with { type: 'json' };
import verify from './messages/verify.json' with { type: 'json' };
import watch from './messages/watch.json' with { type: 'json' };

/** `{name}` stands for a value. */
export type Sentence = { readonly en: string; readonly zh: string };

// A plain list, so that bundles that print no messages leave it out.
export const topics = [
  addresses,
  adopt,
  args,
  commands,
  files,
  frontMatter,
  functions,
  parsers,
  passwords,
  prompts,
  site,
  texts,
  verify,
  watch,
] as const;

type KeysOf<Topic> = Topic extends unknown ? keyof Topic : never;
type Placeholders = {
  readonly [Key in KeysOf<(typeof topics)[number]> as NameOf<Key>]: PlaceholdersOf<Key>;
};
export type MessageKey = keyof Placeholders;

/** The messages with the placeholder `key` alone. */
export type KeyedMessage = {
  [Key in MessageKey]: [Placeholders[Key]] extends ['key'] ? ('key' extends Placeholders[Key] ? Key : never) : never;
}[MessageKey];

/** A message may be part of another. */
export type MessageValue = string | number | Message;
export type Message = { readonly key: MessageKey; readonly values: Readonly<Record<string, MessageValue | Sentence>> };

type Values<Key extends MessageKey> = [Placeholders[Key]] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders[Key], MessageValue | Sentence>>];

/** A sentence and the values of its placeholders. */
export function message<Key extends MessageKey>(key: Key, ...values: Values<Key>): Message;
export function message(key: MessageKey, values: Message['values'] = {}): Message {
  return { key, values };
}

/** The text of a message. Drops the space between Chinese text and an inserted message that is Chinese too. */
export function textOf({ key, values }: Message, language: string): string {
  return wordsIn(sentences.get(key)!, language).replace(hole, (_, spaceBefore = '', name: string, spaceAfter = '') => {
    const value = values[name]!;
    // Many values come from strangers, such as names of files and words of texts.
    if (typeof value !== 'object') return `${spaceBefore}${printable(String(value))}${spaceAfter}`;
    const text = 'key' in value ? textOf(value, language) : wordsIn(value, language);
    return `${/^\p{Script=Han}/u.test(text) ? '' : spaceBefore}${text}${/\p{Script=Han}$/u.test(text) ? '' : spaceAfter}`;
  });
}

const hole = /(?:(?<=\p{Script=Han})( ))?\{(\w+)\}(?:( )(?=\p{Script=Han}))?/gu;

// Marked as pure, so that bundles that print no messages leave it out.
const sentences = /* @__PURE__ */ byName(topics);

function byName(catalogs: readonly Readonly<Record<string, Sentence>>[]): ReadonlyMap<string, Sentence> {
  return new Map(catalogs.flatMap((topic) => Object.entries(topic)).map(([key, sentence]) => [nameOf(key), sentence]));
}

/**
 * Makes a message from a parser's error text if the catalog has this sentence. The text is compared, because the
 * libraries for YAML and formulas have one code for several sentences, or no code. The first match is used, so the most
 * specific sentences come first.
 */
export function messageOfParser(text: string): MessageValue {
  for (const [key, { en }] of Object.entries(parsers)) {
    const [names, words] = [[...en.matchAll(hole)].map(([, , name = '']) => name), en.split(/\{\w+\}/)];
    const pattern = words.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('([^]*?)');
    const match = new RegExp(`^${pattern}$`).exec(text);
    if (match)
      return {
        key: nameOf(key) as MessageKey,
        values: Object.fromEntries(names.map((name, at) => [name, match[at + 1]!])),
      };
  }
  return text;
}
