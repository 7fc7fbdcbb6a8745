// Finds the widgets of old pages that cannot be kept, because a theme or a script draws them: players, charts, albums.
import kinds from './widgets.json' with { type: 'json' };

export type WidgetKind = keyof typeof kinds.tags;

/** The kind of a widget, and its offset in the original body. */
export type Widget = { readonly kind: WidgetKind; readonly offset: number };

const kindsOf = (names: Partial<Record<WidgetKind, readonly string[]>>): ReadonlyMap<string, WidgetKind> =>
  new Map(Object.entries(names).flatMap(([kind, all]) => all.map((name) => [name, kind as WidgetKind] as const)));

const byTag = kindsOf(kinds.tags);
const byLanguage = kindsOf(kinds.languages);

/** The kind of widget that a tag with this lowercase name draws. */
export const widgetOfTag = (name: string): WidgetKind | undefined => byTag.get(name);

/** Code blocks that a plugin rendered as widgets. */
export const drawnBlocks = (raw: string): Widget[] =>
  [...raw.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([a-z]+)/gim)].flatMap(({ 1: language, index }) => {
    const kind = byLanguage.get(language!.toLowerCase());
    return kind === undefined ? [] : [{ kind, offset: index }];
  });
