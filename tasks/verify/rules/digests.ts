// Rule `digests`: `/api/digests.json` has the SHA-256 and the size of every machine file except itself.
import { createHash } from 'node:crypto';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { digestsPath } from '#pdc/site/paths';
import { Digests } from '#pdc/site/schema';
import { eachOf } from '../site/files.ts';
import { joined, quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isMissingUnreported } from '../site/published.ts';
import type { Published } from '../site/published.ts';

export async function checkDigests(published: Published): Promise<RuleFinding[]> {
  const { files, machine } = published;
  const { data: digests } = Digests.safeParse(await files.json(digestsPath));
  if (!digests) return [];
  const findingsOf = (fault: Message): RuleFinding[] => [{ path: digestsPath, message: withBuildAdvice(fault) }];
  const unlisted = await eachOf(machine, async (path) => {
    if (path === digestsPath || Object.hasOwn(digests, path) || !(await files.exists(path))) return [];
    return findingsOf(message('digestLacks', { path }));
  });
  const wrong = await eachOf(Object.entries(digests), async ([path, { sha256, bytes: length }]) => {
    if (path === digestsPath) return findingsOf(message('digestOfItself'));
    const bytes = await files.bytes(path);
    if (!bytes)
      return (await isMissingUnreported(published, path))
        ? findingsOf(message('listsMissing', { what: quote(path) }))
        : [];
    const faults = [
      ...(bytes.length === length ? [] : [message('digestBytes', { path, length, size: bytes.length })]),
      ...(createHash('sha256').update(bytes).digest('hex') === sha256 ? [] : [message('digestDiffers', { path })]),
    ];
    if (faults.length === 0) return [];
    return [{ path: digestsPath, message: message('changedOnTheWay', { fault: joined(faults) }) }];
  });
  return [...unlisted, ...wrong];
}
