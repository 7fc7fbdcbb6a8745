// Rule `policy`: a page that runs scripts has a Content-Security-Policy that allows only certain scripts.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
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
  const scripts = all.map(scriptSources);
  const findingsOf = (message: Message): RuleFinding[] => [{ path, message }];
  // A browser enforces all policies of a page, so one strict policy is enough.
  if (scripts.some((sources) => sources !== undefined && sources.every((source) => !isOpen(source, sources))))
    return [];
  const openSources = scripts.find((sources) => sources !== undefined);
  if (openSources)
    return findingsOf(
      message('policyOpen', { source: quote(openSources.find((source) => isOpen(source, openSources))) }),
    );
  if (required.has(path) || links.has(toHref(site, scriptPath('theme')))) return findingsOf(message('policyMissing'));
  // A page among the author's static files is published as it is.
  return [{ path, message: message('policyMissingInOwn'), severity: 'warn' }];
}

/** The sources of scripts; undefined if the policy does not restrict scripts. */
function scriptSources(policy: string): string[] | undefined {
  const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
  const named = (name: string) => directives.find(([first]) => first === name)?.slice(1);
  return named('script-src') ?? named('default-src');
}

/**
 * Whether a source allows scripts of any host, inline scripts, or `eval`. A nonce or a hash disables `'unsafe-inline'`.
 */
function isOpen(source: string, sources: readonly string[]): boolean {
  if (source === "'unsafe-inline'") return !sources.some((otherSource) => /^'(?:nonce|sha\d+)-/.test(otherSource));
  return source === "'unsafe-eval'" || ['*', 'https:', 'http:', 'data:', 'blob:'].includes(source);
}
