// Parses the arguments of a tag: words, parts between commas, `key=value`, and looks such as colors and states.

/** Words between spaces. Quotes keep several words together. */
export function readWords(args: string): string[] {
  return [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare = '']) => double ?? single ?? bare,
  );
}

export const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/** A part between commas. Commas within quotes do not separate. */
const part = /(?<=^|[,，])(?:\s*(?:"[^"]*"|'[^']*')\s*(?=[,，]|$)|[^,，]*)/g;

/** The parts between commas, or between the double colons of Volantis. */
export const partsOf = (args: string): string[] =>
  (args.includes('::') ? args.split('::') : args.match(part)!).map((part) => unquote(part.trim()));

export const firstPart = (args: string): string => partsOf(args)[0] ?? '';

/** The parts that are shown: those that are neither `key=value` nor `key:value`. */
export const shownParts = (args: string): string[] =>
  partsOf(args).filter((part) => part !== '' && !/^(?:[a-z-]+=|(?:color|style|child|width|height|bg):)/i.test(part));

/** The named arguments: `key="value"` as in Hugo, and `key=value` between commas. */
export function namedArgs(args: string): Map<string, string> {
  const pairs = args.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,]+))/g);
  return new Map([...pairs].map(([, key = '', double, single, bare = '']) => [key, double ?? single ?? bare]));
}

export const isAddress = (word: string): boolean => /^(?:https?:)?\/|^\.{1,2}\//.test(word);

/** The first address among words, values of `key=value` pairs, and quoted lists of these. */
export function firstAddress(args: string): string {
  const words = readWords(args)
    .flatMap((word) => word.split(/[,，]|::/))
    .map((word) => unquote(word.replace(/^[\w-]+=/, '').trim()));
  return words.find(isAddress) ?? words.find((word) => /\.\w+$/.test(word)) ?? words[0] ?? '';
}

/** Colors and states before a text. */
export const looks =
  /^(?:red|orange|yellow|green|cyan|blue|purple|pink|gray|grey|regular|black|white|light|dark|warning|error|done|plus|minus|times|checked|unchecked|solid|center|left|right|large|small|huge|logo|bold|ultra|big|mini|h[1-6]|subtitle|open|codeblock|simple|modern|flat|disabled|quote|info|success|danger|link|\s)+$/i;

/** The looks of a note in other themes: style, icon and animation. */
export const noteLooks =
  /^(?:simple|modern|flat|disabled|no-icon|bolt|home|ban|sync|cogs|key|bell|animated|true|false|fa[\w-]* .*|fa[srbl]|fa[\w]*-[\w-]+)$/;

/** The text of `[looks][, or ::]text`. A comma or a double colon separates looks from the text. */
export function textOf(args: string): string {
  const parts = partsOf(args);
  const texts = parts.length > 1 && looks.test(firstPart(args)) ? parts.slice(1) : parts;
  return texts.join(args.includes('::') ? ' ' : '，');
}

/** Removes looks before a text, even if no comma separates them from the text. */
export function withoutLooks(args: string): string {
  const bare = args.replace(/(?:^|\s)(?:color|style|child|bg):\S+/g, ' ').trim();
  const [, look = '', text] = /^([^,，]*?)(?:::|[,，])(.*)$/s.exec(bare) ?? [];
  if (text !== undefined) return looks.test(look) || look === '' ? text.trim() : bare;
  return bare.replace(
    /^(?:(?:red|orange|yellow|green|cyan|blue|purple|pink|gray|grey|open|codeblock|checked)\s+)+/i,
    '',
  );
}
