// Rule `schema`: every JSON endpoint is JSON of the shape that the protocol gives it.
import { indexJsonPath } from '#pdc/paths';
import { schemaOf, schemas } from '#pdc/schema';
import { eachOf } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkSchema({ files, machine, indexed }: Published): Promise<RuleFinding[]> {
  const flaws: RuleFinding[] = !indexed && (await files.exists(indexJsonPath)) ? [unindexed] : [];
  const invalid = await eachOf(machine, async (path) => {
    const text = path.endsWith('.json') ? await files.text(path) : undefined;
    const fault = text === undefined ? undefined : faultOf(text, path);
    return fault === undefined ? [] : [{ path, message: fault }];
  });
  return [...flaws, ...invalid];
}

const unindexed: RuleFinding = {
  path: indexJsonPath,
  message: 'names no base URL, so that most rules have nothing to check against and were passed over: mend it first',
};

function faultOf(text: string, path: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not JSON (${quote((error as Error).message)}): build again, and keep minifiers away from /api/`;
  }
  const name = schemaOf(path);
  const { error } = name ? schemas[name].safeParse(value) : {};
  if (!error) return undefined;
  const faults = error.issues.map(
    (issue) => `${issue.path.length === 0 ? 'the document' : `/${issue.path.join('/')}`} ${issue.message}`,
  );
  return `does not have the shape that this version knows: ${listFaults(faults)}; build again with this version`;
}

const listFaults = (faults: readonly string[]): string =>
  faults.slice(0, 3).join(', ') + (faults.length > 3 ? `, and ${faults.length - 3} more` : '');
