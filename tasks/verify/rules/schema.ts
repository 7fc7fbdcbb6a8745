// Rule `schema`: every JSON endpoint is JSON of the form that the protocol requires.
import { zhCN } from 'zod/locales';
import { isChinese } from '#pdc/words/language';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { indexJsonPath } from '#pdc/site/paths';
import { schemaOf, schemas } from '#pdc/site/schema';
import { eachOf } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkSchema({ files, machine, indexed, language }: Published): Promise<RuleFinding[]> {
  const findings: RuleFinding[] = !indexed && (await files.exists(indexJsonPath)) ? [unindexed] : [];
  const invalid = await eachOf(machine, async (path) => {
    const text = path.endsWith('.json') ? await files.text(path) : undefined;
    const fault = text === undefined ? undefined : faultOf(text, { path, language });
    return fault === undefined ? [] : [{ path, message: fault }];
  });
  return [...findings, ...invalid];
}

const unindexed: RuleFinding = { path: indexJsonPath, message: message('indexWithoutBase') };

function faultOf(text: string, { path, language }: { path: string; language: string }): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return message('notJson', { reason: quote((error as Error).message) });
  }
  const name = schemaOf(path);
  const { error } = name ? schemas[name].safeParse(value, isChinese({ language }) ? chinese : {}) : {};
  if (!error) return undefined;
  const faults = error.issues.map((issue) => `/${issue.path.join('/')} ${issue.message}`);
  const shown = faults.slice(0, 3).join(', ');
  const count = faults.length - 3;
  return message('shapeUnknown', { faults: count > 0 ? message('andMore', { shown, count }) : shown });
}

const chinese = { error: zhCN().localeError };
