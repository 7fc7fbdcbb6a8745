// Rule `bytes`: UTF-8 without a BOM, and only line feeds in generated files (pdc-protocol.md section 7). The file of a
// body may begin with a BOM, because a body is published as it is.
import { isUtf8 } from 'node:buffer';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { feedPath, llmsPath, robotsPath, sitemapPath } from '#pdc/site/paths';
import { eachOf } from '../site/files.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { ParsedPage } from '../site/page.ts';
import type { Published } from '../site/published.ts';

export async function checkBytes({ files, machine }: Published): Promise<RuleFinding[]> {
  return eachOf([...machine, feedPath, robotsPath, sitemapPath], async (path) => {
    const bytes = await files.bytes(path);
    return bytes ? faultsOf(bytes, path).map((message) => ({ path, message })) : [];
  });
}

export async function checkPageBytes({ path, bytes }: ParsedPage): Promise<RuleFinding[]> {
  return faultsOf(bytes, path).map((message) => ({ path, message }));
}

/** Whether a file contains no raw bodies. Raw bodies keep their own line breaks. */
const isGenerated = (path: string): boolean =>
  path.endsWith('.json') || [llmsPath, feedPath, robotsPath, sitemapPath].includes(path);

const isBody = (path: string): boolean => /^\/api\/posts\/[^/]+\.md$/.test(path);

function faultsOf(bytes: Uint8Array, path: string): Message[] {
  const faults: Message[] = [];
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && !isBody(path))
    faults.push(message('byteOrderMark'));
  if (!isUtf8(bytes)) faults.push(message('outputNotUtf8'));
  if (isGenerated(path) && bytes.includes(0x0d)) faults.push(message('carriageReturn'));
  return faults;
}
