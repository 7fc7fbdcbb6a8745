// Rule `endpoints`: every path of the contract's section 3 answers, and answers with what it is.
import { indexJsonPath, schemaPath } from '#pdc/paths';
import { schemas } from '#pdc/schema';
import { eachOf } from '../site/files.ts';
import type { Flaw } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkEndpoints(published: Published): Promise<Flaw[]> {
  const { files, required, machine, answersAnything } = published;
  // A missing schema is rule `schema`'s to tell, with what that means for the check.
  const asked = [...required].filter((path) => !schemaPaths.has(path));
  const flaws = await eachOf(asked, async (path) => {
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

const schemaPaths = new Set(Object.keys(schemas).map(schemaPath));
