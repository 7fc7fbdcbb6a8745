// Reads the XML that a site publishes: sitemaps and the feed.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { quote } from './finding.ts';

export type Xml = { [name: string]: Xml | Xml[] | string | undefined };

// Entities of a document type are not expanded, because our files do not use them.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => ['url', 'sitemap', 'entry', 'link'].includes(name),
});

/** Parses well-formed XML, or returns what is wrong with it. */
export function readXml(text: string): { document: Xml } | { fault: Message } {
  if (/<!DOCTYPE/i.test(text)) return { fault: message('xmlDocumentType') };
  const result = XMLValidator.validate(text);
  if (result !== true) return { fault: message('xmlMalformedAt', { line: result.err.line, reason: result.err.msg }) };
  try {
    return { document: parser.parse(text) as Xml };
  } catch (error) {
    return { fault: message('xmlMalformed', { reason: quote((error as Error).message) }) };
  }
}

export const isElement = (value: Xml[string]): value is Xml => typeof value === 'object' && !Array.isArray(value);

export const childrenOf = (element: Xml, name: string): Xml[] => [element[name] ?? []].flat().filter(isElement);

/** The text of a child element, which may have attributes. */
export function textOf(element: Xml, name: string): string | undefined {
  const child = element[name];
  return typeof child === 'string'
    ? child
    : isElement(child) && typeof child['#text'] === 'string'
      ? child['#text']
      : undefined;
}
