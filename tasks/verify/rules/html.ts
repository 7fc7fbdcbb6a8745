// Rule `html`: the page of a post names its canonical address, and links to the machine files of the post in its head
// and at the beginning of its content.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { postJsonPath, postMdPath } from '#pdc/site/paths';
import type { Entry } from '#pdc/site/schema';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { ParsedPage } from '../site/page.ts';
import { readPost } from '../site/posts.ts';
import { toEntries, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

export async function checkHtml(page: ParsedPage, published: Published): Promise<RuleFinding[]> {
  const listed = published.postByPath.get(page.path);
  const entry = listed ?? (await hiddenPost(page, published));
  const messages = entry
    ? // A hidden page asks search engines to leave it out, and does not name a canonical address.
      [
        ...(listed || page.canonicals.length > 0 ? faultsOfCanonical(page, entry) : []),
        ...faultsOfAlternates(page, entry),
        ...faultsOfInjection(page, entry),
      ]
    : faultsOfOtherPage(page);
  const findings = messages.map((fault) => ({ path: page.path, message: withBuildAdvice(fault) }));
  return entry ? [...findings, ...(await checkUntouched(published, entry))] : findings;
}

/** Reads the entry of a post that no list contains from the machine file that the page of the post links to. */
async function hiddenPost({ path, injections }: ParsedPage, { files, site }: Published): Promise<Entry | undefined> {
  for (const href of injections.flatMap(({ hrefs }) => hrefs)) {
    const json = toSitePath(site, href);
    if (json === undefined || !/^\/api\/posts\/[^/]+\.json$/.test(json)) continue;
    const [entry] = toEntries({ posts: [await files.json(json)] });
    if (entry && toSitePath(site, entry.url) === path) return entry;
  }
  return undefined;
}

function faultsOfCanonical({ canonicals }: ParsedPage, { url }: Entry): Message[] {
  return canonicals.length === 1 && canonicals[0] === url
    ? []
    : [message('canonicalDiffers', { address: url, given: quote(canonicals) })];
}

function faultsOfAlternates({ alternates }: ParsedPage, { api_md_url: md, api_json_url: json }: Entry): Message[] {
  return [['text/markdown', md] as const, ['application/json', json] as const].flatMap(([type, address]) => {
    const addresses = alternates.filter((alternate) => alternate.type === type).map(({ href }) => href);
    return addresses.length === 1 && addresses[0] === address
      ? []
      : [message('alternateDiffers', { type, address, given: quote(addresses) })];
  });
}

function faultsOfInjection({ injections }: ParsedPage, { api_md_url: md, api_json_url: json }: Entry): Message[] {
  const [injection, ...otherInjections] = injections;
  if (!injection) return [message('injectionMissing')];
  return [
    // An author can use this class for anything.
    ...(otherInjections.some(({ hrefs }) => hrefs.includes(md)) ? [message('injectionTwice')] : []),
    ...(injection.first ? [] : [message('injectionLate')]),
    ...(injection.hrefs.length === 2 && injection.hrefs.includes(md) && injection.hrefs.includes(json)
      ? []
      : [message('injectionDiffers', { json, md, given: quote(injection.hrefs) })]),
  ];
}

const faultsOfOtherPage = ({ injections }: ParsedPage): Message[] =>
  injections.some(({ hrefs }) => hrefs.some((href) => /\/api\/posts\/[^/]+\.(?:json|md)$/.test(href)))
    ? [message('injectionForeign')]
    : [];

/**
 * Checks that the machine files contain no injected links. Only their start is checked, because injection writes there,
 * and a body can show such markup elsewhere.
 */
async function checkUntouched({ files }: Published, { slug, api_md_url: link }: Entry): Promise<RuleFinding[]> {
  const md = await files.bytes(postMdPath(slug));
  const texts = [
    { path: postJsonPath(slug), text: (await readPost(files, slug))?.content?.start ?? '' },
    { path: postMdPath(slug), text: Buffer.from(md?.subarray(0, 4000) ?? []).toString() },
  ];
  return texts
    .filter(({ text }) => /^\s*<\w+[^>]*\bclass=["']?[^"'>]*\bpdc-links\b/.test(text) && text.includes(link))
    .map(({ path }) => ({ path, message: withBuildAdvice(message('injectionInMachine')) }));
}
