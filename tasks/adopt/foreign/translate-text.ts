// Translates a file of another engine to our own form. `adopt` and lenient builds share this translation.
import { placeInBody } from '#pdc/article/places';
import { top } from '#pdc/words/defect';
import type { Finding } from '#pdc/words/defect';
import type { FrontMatter } from '#pdc/article/front-matter';
import { withOldAnchors } from './heading-anchors.ts';
import { withSlashes } from './backslashes.ts';
import { translateBody } from './foreign-body.ts';
import type { BodyOptions } from './foreign-body.ts';
import { hasEmptyPassword } from './empty-password.ts';
import { readForeignHead } from './foreign-head.ts';
import { withReadFences } from './fences.ts';
import type { ForeignHead, Form } from './foreign-head.ts';
import { drawsFormulas, holdsPasswordLine, secondHead, toOwnUpdated, withOwnKeys } from './foreign-keys.ts';
import { withLineBreaks } from './line-breaks.ts';
import { mapLines } from './line-map.ts';
import type { WidgetKind } from './widgets.ts';
import { translateNote } from './wiki.ts';
import { message } from '#pdc/words/message';

export type Translation = {
  readonly frontMatter: FrontMatter;
  /** Defects of form that a strict build refuses, and reasons why the file must not be published. */
  readonly findings: readonly Finding[];
  readonly form: Form | 'own';
  /** Whether the text differs from the file. If it does, a cache of files must not contain the text. */
  readonly isTranslated: boolean;
  /** The widgets of the page that cannot be kept, with lines of the file. */
  readonly widgets: readonly PlacedWidget[];
};

export type PlacedWidget = { readonly kind: WidgetKind; readonly line: number };

/** A file that cannot be translated: no engine could read it. The findings are those of our own parser. */
type Untranslated = {
  readonly findings: readonly Finding[];
  readonly frontMatter?: undefined;
  readonly isTranslated?: false;
};

type TranslateOptions = Pick<BodyOptions, 'lookups' | 'emoji' | 'brackets'> & {
  readonly timezone: string;
  /** Whether the file is a note, with Obsidian's links and callouts. */
  readonly isWiki?: boolean;
  /** Whether the engine turned every line end within a paragraph into a line break. */
  readonly breaksLines?: boolean | undefined;
  /** Whether the engine read fences as code with any indentation. */
  readonly fencesFirst?: boolean | undefined;
  /** Returns the anchor that the engine gave to a heading. */
  readonly toAnchor?: ((title: string) => string) | undefined;
};

/** The title of an article, and its body unless it is locked. Undefined if it is a draft or cannot be read. */
export function readTitle(source: string): { readonly title?: string; readonly body?: string } | undefined {
  const head = readForeignHead(source);
  if (!('frontMatter' in head)) return undefined;
  const frontMatter = withoutEmptyPassword(source, head.frontMatter);
  const { attributes, raw } = withOwnKeys(frontMatter);
  const { title, draft, published, password } = attributes;
  if (draft === true || published === false) return undefined;
  const isLocked =
    password !== undefined || (frontMatter === head.frontMatter && lostPassword(source, head, attributes).length > 0);
  return { ...(typeof title === 'string' && { title }), ...(!isLocked && { body: raw }) };
}

export function translate(source: string, options: TranslateOptions): Translation | Untranslated {
  const head = readForeignHead(source);
  if (!('frontMatter' in head)) return head;
  const opened = withoutEmptyPassword(source, head.frontMatter);
  const ownKeyed = withUpdated(withOwnKeys(opened), { original: opened, ...options });
  const noted = options.isWiki ? translateNote(ownKeyed, options.lookups.post) : ownKeyed;
  const { frontMatter, findings, widgets } = withBody(withSlashedCover(noted), options);
  return {
    ...{ frontMatter, widgets },
    findings: [
      ...head.findings,
      ...(opened === head.frontMatter
        ? lostPassword(source, head, frontMatter.attributes)
        : [openFinding(head.frontMatter)]),
      ...findings,
    ],
    form: head.form,
    isTranslated: head.form !== 'own' || frontMatter !== head.frontMatter,
  };
}

/** Replaces the backslashes of Windows in the path of the cover. */
function withSlashedCover(frontMatter: FrontMatter): FrontMatter {
  const { cover } = frontMatter.attributes;
  if (typeof cover !== 'string' || withSlashes(cover) === cover) return frontMatter;
  return { ...frontMatter, attributes: { ...frontMatter.attributes, cover: withSlashes(cover) } };
}

/** Removes an empty password, so that the text is published for everybody. */
function withoutEmptyPassword(source: string, frontMatter: FrontMatter): FrontMatter {
  if (!hasEmptyPassword(source, frontMatter)) return frontMatter;
  const { password: _empty, ...attributes } = frontMatter.attributes;
  return { ...frontMatter, attributes };
}

const openFinding = ({ placeOf }: FrontMatter): Finding => ({
  rule: 'types',
  place: placeOf('password'),
  message: message('passwordEmptyOpen'),
  always: 'warn',
});

/**
 * Converts a modification time under another engine's key, and removes a value that is not a time. A value under our
 * own key stays, and the rule `updated` reports what is wrong with it.
 */
function withUpdated(
  frontMatter: FrontMatter,
  { original, timezone }: { original: FrontMatter; timezone: string },
): FrontMatter {
  const { updated: value, ...otherAttributes } = frontMatter.attributes;
  if (value === undefined || Object.hasOwn(original.attributes, 'updated')) return frontMatter;
  const updated = toOwnUpdated(value, { date: otherAttributes.date, timezone });
  return { ...frontMatter, attributes: { ...otherAttributes, ...(updated !== undefined && { updated }) } };
}

type Translated = Pick<Translation, 'frontMatter' | 'findings' | 'widgets'>;

function withBody(frontMatter: FrontMatter, options: TranslateOptions): Translated {
  const { raw, rawLine, attributes } = frontMatter;
  const { title, password } = attributes;
  const { brackets = drawsFormulas(attributes) ? 'double' : undefined } = options;
  const body = translateBody(options.fencesFirst ? withReadFences(raw) : raw, {
    ...options,
    brackets,
    ...(typeof title === 'string' && { title }),
  });
  const findings = body.strays.flatMap(({ name, offset }): Finding[] => {
    const place = placeInBody(frontMatter, offset);
    if (/encrypt/.test(name)) return [{ rule: 'types', place, message: message('foreignLock'), always: 'error' }];
    // The message must not even name a tag of an encrypted body, because other people can read logs.
    const fault = password === undefined ? message('foreignTag', { name }) : message('lockedForeignTag');
    // Tags with percent signs are reported when the article is parsed.
    return raw.startsWith('{{<', offset) ? [{ rule: 'template-tags', place, message: fault }] : [];
  });
  const widgets = body.widgets.map(({ kind, offset }) => ({ kind, line: placeInBody(frontMatter, offset).line }));
  const anchored = options.toAnchor ? withOldAnchors(body.text, options.toAnchor) : body.text;
  const text = options.breaksLines ? withLineBreaks(anchored) : anchored;
  if (text === raw) return { frontMatter, findings, widgets };
  return { frontMatter: { ...frontMatter, raw: text, rawLines: mapLines(raw, text, rawLine) }, findings, widgets };
}

/**
 * Reports a password that was not read because the head was repaired or ended too early. Such an article is not
 * published, because its text would not be encrypted.
 */
function lostPassword(source: string, head: ForeignHead, { password }: FrontMatter['attributes']): Finding[] {
  if (password !== undefined) return [];
  const { form, frontMatter } = head;
  const { raw } = frontMatter;
  const headText = form === 'own' ? '' : source.slice(0, source.length - raw.length);
  if (!holdsPasswordLine(`${headText}\n${secondHead(raw)}`)) return [];
  return [{ rule: 'types', place: top, message: message('passwordNotRead'), always: 'error' }];
}
