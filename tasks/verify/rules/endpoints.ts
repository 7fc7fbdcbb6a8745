// Rule `endpoints`: every address of both channels answers with the right file (pdc-protocol.md section 8).
import { message } from '#pdc/words/message';
import { indexJsonPath } from '#pdc/site/paths';
import { eachOf } from '../site/files.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkEndpoints(published: Published): Promise<RuleFinding[]> {
  const { files, required, machine, answersAnything } = published;
  const findings = await eachOf(required, async (path) => {
    if ((await files.exists(path)) || files.faults.has(path)) return [];
    return [{ path, message: message(path === indexJsonPath ? 'indexMissing' : 'fileMissing') }];
  });
  const disguised = await eachOf(machine, async (path) => {
    const served = await files.serve(path);
    if (served?.type !== 'text/html') return [];
    return [{ path, message: message('servedAsPage') }];
  });
  const unsettled = answersAnything ? [{ path: '/', message: message('hostAnswersAnything') }] : [];
  return [...findings, ...disguised, ...unsettled];
}
