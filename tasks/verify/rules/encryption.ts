// Rule `encryption`: the page of a locked post has exactly one sealed body, which is well-formed, and no unencrypted
// part of the body. No other page has a sealed body.
import { z } from 'zod';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { iterations } from '#pdc/locked/encryption';
import { parseJson } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { readPage } from '../site/page.ts';
import type { ParsedPage } from '../site/page.ts';
import { pathOfPost } from '../site/published.ts';
import type { Published } from '../site/published.ts';

const base64 = (min: number, max = Infinity) =>
  z.base64().refine((text) => {
    const { length } = Buffer.from(text, 'base64');
    return length >= min && length <= max;
  });

const Sealed = z.strictObject({
  version: z.literal(1),
  slug: z.string(),
  iterations: z.int().min(iterations),
  salt: base64(16),
  nonce: base64(12, 12),
  // The authentication tag alone has 16 bytes.
  ciphertext: base64(17),
});

export async function checkSealed(page: ParsedPage, { postByPath }: Published): Promise<RuleFinding[]> {
  const entry = postByPath.get(page.path);
  const messages = entry?.encrypted ? faultsOfLocked(page, entry.slug) : faultsOfOpen(page);
  return messages.map((message) => ({ path: page.path, message }));
}

const faultsOfOpen = ({ envelopes }: ParsedPage): Message[] =>
  // An author can use this class for other data.
  envelopes.some((text) => Sealed.safeParse(parseJson(text)).success)
    ? [withBuildAdvice(message('sealedUnannounced'))]
    : [];

function faultsOfLocked(page: ParsedPage, slug: string): Message[] {
  const { envelopes } = page;
  const [envelope, ...otherEnvelopes] = envelopes;
  if (envelope === undefined || otherEnvelopes.length > 0)
    return [message('sealedCount', { count: envelopes.length }), ...faultsOfClear(page)];
  const { data: sealed, error } = Sealed.safeParse(parseJson(envelope));
  if (!sealed)
    return error.issues.map((issue) =>
      message('sealedKey', { key: 'keys' in issue ? issue.keys.join(', ') : issue.path.join('.') || '{}', iterations }),
    );
  return [
    ...(sealed.slug === slug ? [] : [withBuildAdvice(message('sealedOfOther', { slug: quote(sealed.slug) }))]),
    ...(isReadable(sealed.ciphertext) ? [message('sealedInClear')] : []),
    ...faultsOfClear(page),
  ];
}

/** Whether a ciphertext is UTF-8, which random bytes almost never are. */
function isReadable(ciphertext: string): boolean {
  const data = Buffer.from(ciphertext, 'base64');
  return Buffer.from(data.toString()).equals(data);
}

/**
 * The faults of a page that shows a part of a locked body. A body has headings, code, tables or pictures, but the form
 * that replaces the body has none of these.
 */
function faultsOfClear({ visibleElements, contents, bytes }: ParsedPage): Message[] {
  const element = [...visibleElements].find((name) => /^(?:h[1-6]|pre|table|img|figure|blockquote|ol|ul)$/.test(name));
  return [
    ...(element !== undefined ? [message('bodyInClear', { element: `<${element}>` })] : []),
    ...(contents ? [message('contentsInClear')] : []),
    ...(/"wordCount"\s*:/.test(Buffer.from(bytes).toString()) ? [withBuildAdvice(message('lengthInClear'))] : []),
  ];
}

/** Reports a salt or a nonce that two sealed bodies share. Two such bodies reveal something about each other. */
export async function checkReuse(published: Published): Promise<RuleFinding[]> {
  const users = new Map<string, string>();
  const findings: RuleFinding[] = [];
  for (const entry of published.posts.filter(({ encrypted }) => encrypted)) {
    const path = pathOfPost(published.site, entry);
    const bytes = path === undefined ? undefined : await published.files.bytes(path);
    if (path === undefined || !bytes) continue;
    const sealed = readPage(published, path, bytes).envelopes.flatMap(
      (text) => Sealed.safeParse(parseJson(text)).data ?? [],
    );
    for (const [kind, value] of sealed.flatMap(({ salt, nonce }) => Object.entries({ salt, nonce }))) {
      const user = users.get(`${kind} ${value}`);
      if (user !== undefined)
        findings.push({ path, message: withBuildAdvice(message('sealedAlike', { what: kind, user })) });
      users.set(`${kind} ${value}`, path);
    }
  }
  return findings;
}
