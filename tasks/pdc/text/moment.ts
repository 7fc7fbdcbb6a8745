// Reads the dates that authors write: wall-clock times in the site's time zone.
import { Temporal } from 'temporal-polyfill';

/** A wall-clock time in the site's zone, ready in every form that an output needs. */
export type Moment = {
  /** `YYYY-MM-DD HH:mm:ss`, as an author writes it. */
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** ISO 8601 with the zone's offset at that time: `2026-07-23T08:00:00+08:00`. */
  readonly iso: string;
  /** Milliseconds since 1970, UTC. Articles are sorted by this number. */
  readonly epoch: number;
};

// Second 60 is refused: Temporal would change a leap second to the second before it, and no author means a leap second.
const strict = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d$/;
const lenient =
  /^(\d{4})[-/]0?(\d{1,2})[-/]0?(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?:[.,]\d*)?[ \t]*([Zz]|[+-]\d{1,2}(?::?\d{2})?)?)?$/;

/** Reads `YYYY-MM-DD HH:mm:ss`; undefined if the form differs or the date does not exist. */
export function toMoment(text: string, timezone: string): Moment | undefined {
  if (!strict.test(text)) return undefined;
  return attempt(
    () => byAdding(text, timezone) ?? atWallClock(Temporal.PlainDateTime.from(text, { overflow: 'reject' }), timezone),
  );
}

/** Reads a moment by arithmetic, which is fast. Undefined near a clock change, which is rare. */
function byAdding(text: string, timezone: string): Moment | undefined {
  const local = text.replace(' ', 'T');
  const utc = Date.parse(`${local}Z`);
  // `Date.parse` changes a day that does not exist to another day, or returns NaN.
  if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(local)) return undefined;
  const { from, to, offset, shift } = spanAt(utc, timezone);
  // No zone is more than a day from UTC, and no clock change was longer.
  if (utc - from < 2 * day || to - utc < 2 * day || shift % minute !== 0) return undefined;
  return { text, day: text.slice(0, 10), iso: `${local}${offset}`, epoch: utc - shift };
}

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/**
 * A period without clock changes in a zone. `from` and `to` are milliseconds since 1970, `shift` is in milliseconds.
 */
type Span = { readonly from: number; readonly to: number; readonly offset: string; readonly shift: number };

// There are few spans: a site has one time zone, and its articles cover a few years.
const spans = new Map<string, Span[]>();

function spanAt(instant: number, timezone: string): Span {
  const cachedSpans = spans.get(timezone) ?? [];
  const same = cachedSpans.find(({ from, to }) => from <= instant && instant < to);
  if (same) return same;
  // The instant is one millisecond later, so that a clock change exactly at `instant` counts as the previous one.
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant + 1).toZonedDateTimeISO(timezone);
  const span = {
    from: zoned.getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    to: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: zoned.offset,
    shift: zoned.offsetNanoseconds / 1_000_000,
  };
  spans.set(timezone, [...cachedSpans, span]);
  return span;
}

/**
 * Reads any YAML or ISO date. A date without a time is midnight. A time with an offset is converted to the site's zone.
 */
export function toMomentLeniently(value: unknown, timezone: string): Moment | undefined {
  // YAML reads 20260301 as a number.
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const parts = lenient.exec(text);
  if (!parts) return fromIso(text, timezone);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const zone = parts[7];
  return attempt(() => {
    const fields = { year, month, day, hour, minute, second };
    const plain = Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
    if (zone === undefined) return atWallClock(plain, timezone);
    return toView(plain.toZonedDateTime(toOffset(zone)).withTimeZone(timezone));
  });
}

/** Reads the other forms of ISO 8601, such as `20260301` and `20260301T080000Z`. */
function fromIso(text: string, timezone: string): Moment | undefined {
  // Temporal would ignore the name of a zone in brackets.
  if (text.includes('[')) return undefined;
  return (
    attempt(() => toView(Temporal.Instant.from(text).toZonedDateTimeISO(timezone))) ??
    attempt(() => atWallClock(Temporal.PlainDateTime.from(text), timezone))
  );
}

/** Whether the runtime knows a time zone with this name. */
export function isTimezone(name: string): boolean {
  try {
    Temporal.PlainDateTime.from('2000-01-01').toZonedDateTime(name);
    return true;
  } catch {
    return false;
  }
}

/** An instant (milliseconds since 1970) as wall-clock time in a zone. */
export function atInstant(epoch: number, timezone: string): Moment {
  return toView(Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(timezone));
}

function atWallClock(plain: Temporal.PlainDateTime, timezone: string): Moment {
  const zoned = plain.toZonedDateTime(timezone);
  // A wall-clock time that daylight saving skipped keeps the text that its author wrote.
  return { ...toView(zoned), text: toText(plain), day: plain.toPlainDate().toString() };
}

/**
 * Returns undefined for a date that does not exist, such as 2026-02-30, for the year 0000, and for a year that does not
 * have four digits.
 */
function attempt(makeMoment: () => Moment): Moment | undefined {
  try {
    const moment = makeMoment();
    return /^(?!0000)\d{4}-/.test(moment.text) ? moment : undefined;
  } catch {
    return undefined;
  }
}

function toView(zoned: Temporal.ZonedDateTime): Moment {
  return {
    text: toText(zoned.toPlainDateTime()),
    day: zoned.toPlainDate().toString(),
    iso: zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    epoch: zoned.epochMilliseconds,
  };
}

const toText = (plain: Temporal.PlainDateTime): string => plain.toString({ smallestUnit: 'second' }).replace('T', ' ');

function toOffset(zone: string): string {
  if (/^z$/i.test(zone)) return 'UTC';
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
