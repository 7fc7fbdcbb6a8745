// Rule `policy`: a page that runs scripts has a Content-Security-Policy that allows only certain scripts.
import { message } from '#pdc/words/message';
import { scriptPath, toHref } from '#pdc/site/paths';
import type { RuleFinding } from '../site/finding.ts';
import { quote } from '../site/finding.ts';
import type { ParsedPage } from '../site/page.ts';
import type { Published } from '../site/published.ts';

export async function checkPolicy(
  { path, runsScripts, policies, links }: ParsedPage,
  { files, site, required }: Published,
): Promise<RuleFinding[]> {
  if (!runsScripts) return [];
  const header = (await files.serve(path))?.headers?.get('content-security-policy');
  const all = [...policies, ...(header ? header.split(',') : [])];
  // For each policy about scripts, the sources that allow too much.
  const openSources = all.flatMap((policy) => {
    const lists = scriptLists(policy);
    return lists ? [lists.flatMap((sources) => sources.filter((source) => isOpen(source, sources)))] : [];
  });
  // A browser enforces all policies of a page, so one strict policy is enough.
  if (openSources.some((open) => open.length === 0)) return [];
  const [open] = openSources;
  if (open) return [{ path, message: message('policyOpen', { source: quote(open[0]) }) }];
  const isOurs = required.has(path) || links.has(toHref(site, scriptPath('theme')));
  if (isOurs) return [{ path, message: message('policyMissing') }];
  // A page among the author's static files is published as it is.
  return [{ path, message: message('policyMissingInOwn'), severity: 'warn' }];
}

/** The sources of `eval`, of script elements and of inline handlers; undefined if the policy does not limit all. */
function scriptLists(policy: string): string[][] | undefined {
  const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
  const named = (name: string) => directives.find(([first]) => first === name)?.slice(1);
  const sources = named('script-src') ?? named('default-src');
  return sources && [sources, named('script-src-elem') ?? sources, named('script-src-attr') ?? sources];
}

/** `*`, `https://*`, `*:*`, `https://*:443/js/` */
const anyHost = /^(?:[a-z][a-z\d+.-]*:\/\/)?\*(?::(?:\*|\d+))?(?:\/.*)?$/;

/** Schemes that name no host. `ws:` and `wss:` also allow scripts through HTTP. */
const schemes = ['https:', 'http:', 'ws:', 'wss:', 'data:', 'blob:', 'filesystem:'];

/** Whether a source allows scripts of any host or inline, or `eval`. A nonce or a hash disables `'unsafe-inline'`. */
function isOpen(source: string, sources: readonly string[]): boolean {
  if (source === "'unsafe-inline'") return !sources.some((otherSource) => /^'(?:nonce|sha\d+)-/.test(otherSource));
  return source === "'unsafe-eval'" || anyHost.test(source) || schemes.includes(source);
}
