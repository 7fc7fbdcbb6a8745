// Finds the widgets of old pages that cannot be kept, because a theme or a script draws them: players, charts, albums.
import kinds from './widgets.json' with { type: 'json' };

export type WidgetKind = keyof typeof kinds.tags;

/** Its kind, and its offset in the body as it was. */
export type Widget = { readonly kind: WidgetKind; readonly offset: number };

const kindsOf = (names: Partial<Record<WidgetKind, readonly string[]>>): ReadonlyMap<string, WidgetKind> =>
  new Map(Object.entries(names).flatMap(([kind, all]) => all.map((name) => [name, kind as WidgetKind] as const)));

const byTag = kindsOf(kinds.tags);
const byLanguage = kindsOf(kinds.languages);

/** The kind of widget that a tag with this lowercase name draws. */
export const widgetOfTag = (name: string): WidgetKind | undefined => byTag.get(name);

/** Blocks of code that a plugin drew. */
export const drawnBlocks = (raw: string): Widget[] =>
  [...raw.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([a-z]+)/gim)].flatMap(({ 1: language, index }) => {
    const kind = byLanguage.get(language!.toLowerCase());
    return kind === undefined ? [] : [{ kind, offset: index }];
  });
