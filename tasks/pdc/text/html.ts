// Reads raw HTML as a browser does: its tags, and the addresses in their attributes.
import { decodeHTML, escapeAttribute } from 'entities';
import { Tokenizer, TokenizerMode } from 'parse5';
import type { Token } from 'parse5';

// parse5 exports its tokenizer but calls it internal, so the test of this file checks the behavior that we need.

/** An opening tag: its name, and its attributes in order, with entities decoded. */
export type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

/** Attributes to give a tag, or to change. */
export type Changes = Readonly<Record<string, string>>;

/** Adds or changes attributes of the tags in a piece of HTML. Everything else stays as written. */
export function changeTags(html: string, change: (tag: Tag) => Changes): string {
  let changed = '';
  let end = 0;
  for (const token of tokensOf(html)) {
    const tag = toTag(token);
    const edits = Object.entries(change(tag)).filter(([name, value]) => tag.attributes.get(name) !== value);
    // A new attribute is inserted after the tag's name, where it cannot become part of another value.
    const behindName = token.location!.startOffset + 1 + tag.name.length;
    const places = edits.map(([name, value]) => {
      const location = token.location!.attrs?.[name];
      const text = `${name}="${escapeAttribute(value)}"`;
      return location
        ? { start: location.startOffset, end: location.endOffset, text }
        : { start: behindName, end: behindName, text: ` ${text}` };
    });
    for (const place of places.sort((a, b) => a.start - b.start)) {
      changed += html.slice(end, place.start) + place.text;
      end = place.end;
    }
  }
  return changed + html.slice(end);
}

/** Returns the new form of an address in a tag. `loads`: a browser loads the address with the page. */
export type FollowAddress = (target: string, reference: { readonly loads: boolean }) => string;

/**
 * Passes every address of a tag to `followAddress`: for example `href`, `src`, the `data` of an object, and each
 * address of a `srcset`. Returns the attributes with the new addresses.
 */
export function readdress({ name: tagName, attributes }: Tag, followAddress: FollowAddress): Changes {
  const isFollowed = tagName === 'a' || tagName === 'area';
  const follow = (target: string): string => followAddress(target, { loads: !isFollowed });
  const changes: Record<string, string> = {};
  for (const [name, value] of attributes) {
    if (addressed.has(name) || (name === 'data' && tagName === 'object')) changes[name] = follow(value.trim());
    else if (name === 'srcset')
      changes[name] = value.replace(candidate, (_, ...parts) => followCandidate(parts, follow));
  }
  return changes;
}

const addressed = new Set(['href', 'src', 'poster', 'background', 'xlink:href']);

// An address can contain commas, but not end with one. A comma right after an address means that the descriptor is
// missing.
const candidate = /([^\s,]\S*)((?<!,)\s[^,]*)?/g;

function followCandidate([text = '', descriptor = '']: string[], follow: (target: string) => string): string {
  const [address = text] = /^.*[^,]/s.exec(text) ?? [];
  return `${follow(address)}${text.slice(address.length)}${descriptor}`;
}

/** The text of markup: without tags, and with entities decoded. */
export const toPlainText = (html: string): string =>
  /[<&]/.test(html) ? decodeHTML(html.replace(/<[^<>]*>/g, '')) : html;

/** The targets that fragments may have in a piece of HTML: ids, and names of old anchors. */
export function anchorsIn(html: string): Set<string> {
  const anchors = tokensOf(html).flatMap((token) => {
    const { name, attributes } = toTag(token);
    return [attributes.get('id'), name === 'a' ? attributes.get('name') : undefined];
  });
  return new Set(anchors.filter((anchor) => anchor !== undefined));
}

const toTag = ({ tagName, attrs }: Token.TagToken): Tag => ({
  name: tagName,
  attributes: new Map(attrs.map(({ name, value }) => [name, value])),
});

/** The opening tags, in order. */
function tokensOf(html: string): Token.TagToken[] {
  const tokens: Token.TagToken[] = [];
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        tokens.push(token);
        tokenizer.state = modes.get(token.tagName) ?? tokenizer.state;
      },
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(html, true);
  return tokens;
}

/** The content of these elements is not markup. */
const modes = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['textarea', 'title'].map((name) => [name, TokenizerMode.RCDATA] as const),
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);
