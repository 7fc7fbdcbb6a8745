// Helpers that all XML documents share.
import type { Markup } from '../text/markup.ts';
import type { Card } from '../library/cards.ts';
import type { Moment } from '../text/moment.ts';

/** The latest change among articles. */
export const newest = (articles: readonly Pick<Card, 'date' | 'updated'>[]): Moment | undefined =>
  latest(articles.map(({ updated, date }) => updated ?? date));

export const latest = (moments: readonly Moment[]): Moment | undefined =>
  moments.reduce<Moment | undefined>(
    (latestMoment, moment) => (latestMoment && latestMoment.epoch >= moment.epoch ? latestMoment : moment),
    undefined,
  );

/** XML 1.0 forbids most control characters, even escaped. */
export const toXml = (document: Markup): string => String(document).replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');
