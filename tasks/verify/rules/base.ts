// Rules `base` and `drafts`: the files name an address that readers can reach, and contain nothing unfinished.
import { BlockList, isIP } from 'node:net';
import { message } from '#pdc/words/message';
import { indexJsonPath } from '#pdc/site/paths';
import { isExampleHost } from '#pdc/site/site-keys';
import type { RuleFinding } from '../site/finding.ts';
import type { ParsedPage } from '../site/page.ts';
import type { Published } from '../site/published.ts';

/** Checks the address that the site names, not the requested address, because a trial deployment can be anywhere. */
export async function checkBase({ site: { url }, indexed }: Published): Promise<RuleFinding[]> {
  if (!indexed) return [];
  const { hostname } = new URL(url);
  if (isLocal(hostname)) return [{ path: indexJsonPath, message: message('baseLocal', { url }) }];
  if (isExampleHost(hostname))
    return [{ path: indexJsonPath, severity: 'warn', message: message('baseExample', { url }) }];
  return [];
}

const ofNobody = new BlockList();
for (const [address, prefix, type] of [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  ofNobody.addSubnet(address, prefix, type);

function isLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version !== 0) return ofNobody.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return /^(?:.+\.)?(?:localhost|local|internal|home\.arpa)$/i.test(host);
}

export async function checkDraft({ path, draft }: ParsedPage, { postByPath }: Published): Promise<RuleFinding[]> {
  if (!draft || !postByPath.has(path)) return [];
  return [{ path, message: message('draftPublished') }];
}
