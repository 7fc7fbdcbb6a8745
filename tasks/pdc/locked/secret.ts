// The body and the password of a locked article: parsing puts them here, and only what seals an article and what looks for
// leaks gets them back (the linter knows who imports this file). An article that is copied, printed or written as JSON shows
// neither, because it has neither.
import type { Place } from '../words/defect.ts';
import type { Link, PlacedFlaw } from '../markdown/render.ts';

/** The facts that the build may know of a locked text. They stand in the article in the place of a body. */
export type LockedText = {
  /** As in an open text, each with its place in the file. */
  readonly links: readonly (Link & { readonly place: Place })[];
  /** What is wrong with its HTML, without a word of it. */
  readonly flaws: readonly (PlacedFlaw & { readonly place: Place })[];
  /** The anchors of the text that its own links name. */
  readonly anchors: readonly string[];
  /** Whatever looks like the path of a file. */
  readonly files: readonly string[];
  readonly holdsDiagram: boolean;
};

export type Secret = {
  readonly raw: string;
  /** The text as a page shows it, without markup. */
  readonly shown: string;
  /** Undefined where the author gave none that can be used: such an article is never published. */
  readonly password: string | undefined;
};

const secrets = new WeakMap<LockedText, Secret>();

export function hide(text: LockedText, secret: Secret): LockedText {
  secrets.set(text, secret);
  return text;
}

export const secretOf = ({ text }: { readonly text: LockedText }): Secret => secrets.get(text)!;
