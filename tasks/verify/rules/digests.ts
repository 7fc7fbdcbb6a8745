// Rule `digests`: `/api/digests.json` tells the SHA-256 and the bytes of every machine file but itself.
import { createHash } from 'node:crypto';
import { digestsPath } from '#pdc/paths';
import { Digests } from '#pdc/schema';
import { eachOf } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isLost } from '../site/published.ts';
import type { Published } from '../site/published.ts';

export async function checkDigests(published: Published): Promise<RuleFinding[]> {
  const { files, machine } = published;
  const { data: digests } = Digests.safeParse(await files.json(digestsPath));
  if (!digests) return [];
  const unlisted = await eachOf(machine, async (path) => {
    if (path === digestsPath || Object.hasOwn(digests, path) || !(await files.exists(path))) return [];
    return [{ path: digestsPath, message: `does not list ${path}: build again` }];
  });
  const wrong = await eachOf(Object.entries(digests), async ([path, { sha256, bytes: length }]) => {
    if (path === digestsPath)
      return [{ path: digestsPath, message: 'lists itself, which no digest can be right about: build again' }];
    const bytes = await files.bytes(path);
    if (!bytes)
      return (await isLost(published, path))
        ? [{ path: digestsPath, message: `lists ${quote(path)}, which does not exist: build again` }]
        : [];
    const faults = [
      ...(bytes.length === length ? [] : [`bytes of ${path} is ${length}, and the file has ${bytes.length}`]),
      ...(createHash('sha256').update(bytes).digest('hex') === sha256 ? [] : [`sha256 of ${path} is not the file's`]),
    ];
    return faults.length === 0
      ? []
      : [
          {
            path: digestsPath,
            message: `${faults.join('; ')}: build again, and let nothing change files on their way`,
          },
        ];
  });
  return [...unlisted, ...wrong];
}
