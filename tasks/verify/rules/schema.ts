// Rule `schema`: every JSON endpoint satisfies the JSON Schema that the site publishes, and the shapes that we know.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { indexJsonPath, schemaPath } from '#pdc/paths';
import { schemaOf, schemas } from '#pdc/schema';
import type { SchemaName } from '#pdc/schema';
import { eachOf } from '../site/files.ts';
import type { Files } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { Flaw } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkSchema({ files, machine, indexed }: Published): Promise<Flaw[]> {
  const validators = new Map<SchemaName, ValidateFunction>();
  const flaws: Flaw[] = !indexed && (await files.exists(indexJsonPath)) ? [unindexed] : [];
  for (const name of Object.keys(schemas) as SchemaName[]) {
    const published = await readSchema(files, name);
    if ('fault' in published) flaws.push({ path: schemaPath(name), message: published.fault });
    else validators.set(name, published.validate);
  }
  const invalid = await eachOf(machine, async (path) => {
    const text = path.endsWith('.json') ? await files.text(path) : undefined;
    const fault = text === undefined ? undefined : faultOf(text, path, validators);
    return fault === undefined ? [] : [{ path, message: fault }];
  });
  return [...flaws, ...invalid];
}

const unindexed: Flaw = {
  path: indexJsonPath,
  message: 'names no base URL, so that most rules have nothing to check against and were passed over: mend it first',
};

function faultOf(
  text: string,
  path: string,
  validators: ReadonlyMap<SchemaName, ValidateFunction>,
): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not JSON (${quote((error as Error).message)}): build again, and keep minifiers away from /api/`;
  }
  const name = schemaOf(path);
  if (!name) return undefined;
  const validate = validators.get(name);
  if (validate && !validate(value)) {
    return `does not satisfy ${schemaPath(name)}: ${listFaults(validate.errors!.map(toText))}; build again`;
  }
  const { error } = schemas[name].safeParse(value);
  if (!error) return undefined;
  const faults = error.issues.map(
    (issue) => `${issue.path.length === 0 ? 'the document' : `/${issue.path.join('/')}`} ${issue.message}`,
  );
  return `does not satisfy the shape that this version knows: ${listFaults(faults)}; build again with this version`;
}

const toText = ({ instancePath, message, params }: ErrorObject): string => {
  const extra = (params as { additionalProperty?: string }).additionalProperty;
  return `${instancePath === '' ? 'the document' : instancePath} ${message}${extra === undefined ? '' : ` (${extra})`}`;
};

const listFaults = (faults: readonly string[]): string =>
  faults.slice(0, 3).join(', ') + (faults.length > 3 ? `, and ${faults.length - 3} more` : '');

async function readSchema(files: Files, name: SchemaName): Promise<{ validate: ValidateFunction } | { fault: string }> {
  const path = schemaPath(name);
  if (!(await files.exists(path))) {
    return { fault: 'is missing: build again; our own shapes alone were checked' };
  }
  const schema = await files.json(path);
  if (typeof schema !== 'object' || schema === null)
    return { fault: 'is no JSON Schema: build again; our own shapes alone were checked' };
  const text = JSON.stringify(schema);
  try {
    const validate = compiled.get(text) ?? createAjv().compile(schema);
    compiled.set(text, validate);
    return { validate };
  } catch (error) {
    return {
      fault: `does not compile as JSON Schema 2020-12 (${quote((error as Error).message)}): mend the schema; our own shapes alone were checked`,
    };
  }
}

// Compiling costs more than everything else does of a small site, and sites of one version have the same schemas.
const compiled = new Map<string, ValidateFunction>();

/** One for each schema, so that two with the same $id cannot answer for each other. It never fetches a $ref. */
function createAjv(): Ajv2020 {
  // Strict about what a stranger's validator would refuse too: unknown keywords and formats.
  const ajv = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    logger: false,
  });
  formats.default(ajv);
  return ajv;
}
