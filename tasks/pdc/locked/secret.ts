// Keeps the bodies and passwords of locked articles apart from the articles. So an article that is copied, printed or
// written as JSON contains neither. Parsing hides them here. Only encryption and the search for leaks may read them;
// the linter checks who imports this file.
import type { Place } from '../words/defect.ts';
import type { Link, PlacedFlaw } from '../markdown/render.ts';

/** The facts about a locked text that the build may know. An article has them instead of a body. */
export type LockedText = {
  /** The links, found as in an open text, each with its place in the file. */
  readonly links: readonly (Link & { readonly place: Place })[];
  /** The flaws of its HTML, without the text. */
  readonly flaws: readonly (PlacedFlaw & { readonly place: Place })[];
  /** The anchors in the text to which links of the same text lead. */
  readonly anchors: readonly string[];
  /** Everything that looks like the path of a file. */
  readonly files: readonly string[];
  readonly holdsDiagram: boolean;
};

export type Secret = {
  readonly raw: string;
  /** The text as a page shows it, without markup. */
  readonly visibleText: string;
  /** Undefined if the author gave no usable password. Such an article is never published. */
  readonly password: string | undefined;
};

const secrets = new WeakMap<LockedText, Secret>();

export function hide(text: LockedText, secret: Secret): LockedText {
  secrets.set(text, secret);
  return text;
}

export const secretOf = ({ text }: { readonly text: LockedText }): Secret => secrets.get(text)!;
