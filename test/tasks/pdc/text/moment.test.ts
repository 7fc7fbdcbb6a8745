// Dates are wall-clock time in the site's time zone.
import { expect } from 'chai';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { atInstant, isTimezone, toMoment, toMomentLeniently } from '#pdc/text/moment';
import { cases } from '../../../support/cases.ts';

describe('a date of the form YYYY-MM-DD HH:mm:ss', () => {
  for (const [text, timezone, iso] of cases<[string, string, string]>('moment', 'wall clock')) {
    it(`is wall-clock time in the time zone: ${text} in ${timezone}`, () => {
      const moment = toMoment(text, timezone)!;
      expect(moment).to.deep.include({ text, day: text.slice(0, 10), iso });
      if (!iso.startsWith('1900')) expect(moment.epoch).to.equal(Date.parse(iso));
    });
  }

  for (const [text, timezone, iso] of [
    ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T03:30:00-04:00'],
    ['1986-05-04 02:30:00', 'Asia/Shanghai', '1986-05-04T03:30:00+09:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-31T12:00:00+14:00'],
  ] as const) {
    it(`keeps its text and day if clocks skipped it: ${text} in ${timezone}`, () => {
      expect(toMoment(text, timezone)).to.deep.equal({ text, day: text.slice(0, 10), iso, epoch: Date.parse(iso) });
    });
  }

  for (const text of cases<string>('moment', 'no dates')) {
    it(`must be an existing day in exactly this form, not ${JSON.stringify(text)}`, () => {
      expect(toMoment(text, 'Asia/Shanghai')).to.equal(undefined);
    });
  }

  it('is the same as in Temporal, in any time zone and near every clock change', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const anyTime = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        anyTime,
        fc.option(fc.integer({ min: -100, max: 100 })),
        (zone, when, hours) => {
          const instant = Temporal.Instant.fromEpochMilliseconds(when.getTime());
          const change = instant.toZonedDateTimeISO(zone).getTimeZoneTransition('next')?.epochMilliseconds ?? 0;
          const wall = hours === null ? when : new Date(change + hours * 60 * 60_000);
          const text = wall.toISOString().slice(0, 19).replace('T', ' ');
          const zoned = Temporal.PlainDateTime.from(text).toZonedDateTime(zone);
          const iso = zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' });
          const expected = { text, day: text.slice(0, 10), iso, epoch: zoned.epochMilliseconds };
          expect(toMoment(text, zone)).to.deep.equal(expected);
        },
      ),
      { numRuns: 200, seed: 20261123 },
    );
  });

  it('that was made from an instant is read as this instant, in any time zone', () => {
    const date = fc.date({ min: new Date('1995-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    const timezone = fc.constantFrom('Asia/Shanghai', 'UTC', 'America/New_York', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(date, timezone, (when, zone) => {
        const at = atInstant(when.getTime(), zone);
        const read = toMoment(at.text, zone)!;
        expect(read.text).to.equal(at.text);
        expect(read.day).to.equal(at.text.slice(0, 10));
        // When clocks go back, one text names two instants: the earlier one counts.
        const seconds = Math.floor(when.getTime() / 1000) * 1000;
        expect([0, 30 * 60_000, 60 * 60_000]).to.include(seconds - read.epoch);
        expect(Date.parse(read.iso)).to.equal(read.epoch);
      }),
    );
  });
});

describe('a lenient date', () => {
  for (const [value, iso] of cases<[string | number, string]>('moment', 'lenient')) {
    it(`is any YAML or ISO date, converted to the time zone of the site: ${value}`, () => {
      expect(toMomentLeniently(value, 'Asia/Shanghai')?.iso).to.equal(iso);
    });
  }

  for (const value of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00']) {
    it(`with an offset is the right instant, even if its hour occurs twice: ${value}`, () => {
      const moment = toMomentLeniently(value, 'America/New_York');
      expect(moment).to.include({ text: '2026-11-01 01:30:00', epoch: Date.parse(value) });
      expect(Date.parse(moment!.iso)).to.equal(Date.parse(value));
    });
  }

  for (const value of cases<unknown>('moment', 'no lenient dates')) {
    it(`must be a date, not ${JSON.stringify(value)}`, () => {
      expect(toMomentLeniently(value, 'Asia/Shanghai')).to.equal(undefined);
    });
  }

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void toMomentLeniently(value, 'Asia/Shanghai')));
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{4}[-/]\d{1,2}[-/]\d{1,2}([ T]\d{1,2}:\d{2}([+-]\d{1,2}(:\d{2})?|Z)?)?$/),
        (text) => void toMomentLeniently(text, 'Europe/London'),
      ),
    );
  });
});

it('a time zone is valid only if the runtime knows it', () => {
  const names = ['Asia/Shanghai', 'UTC', '+08:00', 'Mars/Olympus', '', 'Asia'];
  expect(names.filter(isTimezone)).to.deep.equal(['Asia/Shanghai', 'UTC', '+08:00']);
});
