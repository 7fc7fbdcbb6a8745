// Rule `encryption`: a locked post carries one sealed body of sound form and nothing of it in clear, and no other post does.
import { z } from 'zod';
import { iterations } from '#pdc/locked/encryption';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { elementsOf, readPage } from '../site/page.ts';
import type { ParsedPage } from '../site/page.ts';
import { toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

const base64 = (least: number, most = Number.POSITIVE_INFINITY) =>
  z.base64().refine(
    (text) => {
      const { length } = Buffer.from(text, 'base64');
      return length >= least && length <= most;
    },
    `must be base64 of ${least === most ? '' : 'at least '}${least} bytes`,
  );

const Sealed = z.strictObject({
  version: z.literal(1),
  slug: z.string(),
  iterations: z.int().min(iterations, `must be at least ${iterations}`),
  salt: base64(16),
  nonce: base64(12, 12),
  // The tag alone has 16.
  ciphertext: base64(17),
});

export async function checkSealed(page: ParsedPage, { postByPath }: Published): Promise<RuleFinding[]> {
  const entry = postByPath.get(page.path);
  const messages = entry?.encrypted ? faultsOfLocked(page, entry.slug) : faultsOfOpen(page);
  return messages.map((message) => ({ path: page.path, message }));
}

const faultsOfOpen = ({ envelopes }: ParsedPage): string[] =>
  envelopes.length === 0
    ? []
    : ['holds a sealed body, and its machine files do not say that it is encrypted: build again'];

function faultsOfLocked(page: ParsedPage, slug: string): string[] {
  const { envelopes } = page;
  if (envelopes.length !== 1)
    return [
      `must hold one sealed body (<script type="application/json" class="envelope">) and holds ${envelopes.length}: how else it may be locked is unknown to this version and was not checked`,
      ...faultsOfClear(page),
    ];
  const { data: sealed, error } = Sealed.safeParse(toValue(envelopes[0]!));
  if (!sealed)
    return error.issues.map(
      ({ path, message }) => `${path.join('.') || 'the sealed body'}: ${message}: build again with this version`,
    );
  return [
    ...(sealed.slug === slug
      ? []
      : [`holds the sealed body of ${quote(sealed.slug)}, which no password opens here: build again`]),
    ...(isReadable(sealed.ciphertext) ? ['its sealed body is text in clear: take it down and build again'] : []),
    ...faultsOfClear(page),
  ];
}

/** Random bytes are hardly ever UTF-8. */
function isReadable(ciphertext: string): boolean {
  const data = Buffer.from(ciphertext, 'base64');
  return Buffer.from(data.toString()).equals(data);
}

/** A body has headings, code, tables or pictures; the form that stands in its place has none. */
function faultsOfClear({ content = [], contents, bytes }: ParsedPage): string[] {
  const shown = content.flatMap((node) =>
    [...elementsOf(node)].filter(({ tagName }) => /^(?:h[1-6]|pre|table|img|figure|blockquote|ol|ul)$/.test(tagName)),
  );
  return [
    ...(shown.length > 0 ? [`shows <${shown[0]!.tagName}> of its body in clear: take it down and build again`] : []),
    ...(contents ? ['shows the table of contents of its body: take it down and build again'] : []),
    ...(/"wordCount"\s*:/.test(Buffer.from(bytes).toString()) ? ['tells how long its body is: build again'] : []),
  ];
}

/** No salt serves two posts, and no nonce two bodies: the second would tell of the first. */
export async function checkReuse(published: Published): Promise<RuleFinding[]> {
  const users = new Map<string, string>();
  const flaws: RuleFinding[] = [];
  for (const { url } of published.posts.filter(({ encrypted }) => encrypted)) {
    const path = toSitePath(published.site, url);
    const bytes = path === undefined ? undefined : await published.files.bytes(path);
    if (path === undefined || !bytes) continue;
    const sealed = readPage(published, path, bytes).envelopes.flatMap(
      (text) => Sealed.safeParse(toValue(text)).data ?? [],
    );
    for (const { salt, nonce } of sealed) {
      for (const [what, value] of Object.entries({ salt, nonce })) {
        const user = users.get(`${what} ${value}`);
        if (user !== undefined) flaws.push({ path, message: `has the ${what} of ${user}: build again` });
        users.set(`${what} ${value}`, path);
      }
    }
  }
  return flaws;
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
