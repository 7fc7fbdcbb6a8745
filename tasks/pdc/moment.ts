// Points in time as authors write them: wall-clock time in the site's time zone.
import { Temporal } from 'temporal-polyfill';

/** A wall-clock time in the site's zone, ready in every form that an output needs. */
export type Moment = {
  /** `YYYY-MM-DD HH:mm:ss`, as an author writes it. */
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** ISO 8601 with the zone's offset at that time: `2026-07-23T08:00:00+08:00`. */
  readonly iso: string;
  /** Milliseconds since 1970, UTC: what articles are ordered by. */
  readonly epoch: number;
};

const strict = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const lenient =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d*)?)?[ \t]*([Zz]|[+-]\d{1,2}(?::?\d{2})?)?)?$/;

/** Reads `YYYY-MM-DD HH:mm:ss`; nothing when the form is another or the date does not exist. */
export function toMoment(text: string, timezone: string): Moment | undefined {
  return strict.test(text)
    ? fromPlain(() => Temporal.PlainDateTime.from(text, { overflow: 'reject' }), timezone)
    : undefined;
}

/** Reads any YAML or ISO date: without a time it is midnight, with a zone it is carried over to the site's. */
export function toMomentLeniently(value: unknown, timezone: string): Moment | undefined {
  const parts = typeof value === 'string' ? lenient.exec(value.trim()) : null;
  if (!parts) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const zone = parts[7];
  return fromPlain(() => {
    const plain = Temporal.PlainDateTime.from(
      { year: year!, month: month!, day: day!, hour, minute, second },
      { overflow: 'reject' },
    );
    if (zone === undefined) return plain;
    return plain.toZonedDateTime(toOffset(zone)).withTimeZone(timezone).toPlainDateTime();
  }, timezone);
}

/** Whether the runtime knows a time zone by that name. */
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

function fromPlain(read: () => Temporal.PlainDateTime, timezone: string): Moment | undefined {
  let plain: Temporal.PlainDateTime;
  try {
    plain = read();
  } catch {
    return undefined; // the one reason left: a date that does not exist, such as 2026-02-30
  }
  const zoned = plain.toZonedDateTime(timezone);
  // A wall-clock time that daylight saving skipped keeps the text that its author wrote.
  return { ...toView(zoned), text: toText(plain), day: plain.toPlainDate().toString() };
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
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)!;
  return `${sign}${hours!.padStart(2, '0')}:${minutes}`;
}
