// Rule `endpoints`: every address of both channels answers, and answers with what it is (pdc-protocol.md section 8).
import { indexJsonPath } from '#pdc/paths';
import { eachOf } from '../site/files.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkEndpoints(published: Published): Promise<RuleFinding[]> {
  const { files, required, machine, answersAnything } = published;
  const flaws = await eachOf(required, async (path) => {
    if ((await files.exists(path)) || files.faults.has(path)) return [];
    const loss = path === indexJsonPath ? '; most rules had nothing to check against and were passed over' : '';
    return [{ path, message: `is missing: build again and publish the whole output${loss}` }];
  });
  const disguised = await eachOf(machine, async (path) => {
    const served = await files.serve(path);
    if (served?.type !== 'text/html') return [];
    return [{ path, message: 'is served as a page (text/html): make the host serve the file with a type of its own' }];
  });
  const unsettled = answersAnything
    ? [
        {
          path: '/',
          message:
            'the host answers any path, whether it exists or not, so that missing files and dead links cannot be told: make it answer 404',
        },
      ]
    : [];
  return [...flaws, ...disguised, ...unsettled];
}
