// The secrets of a developer's machine: made once, kept below DATA_DIR, never in source.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from './failure.ts';
import { parseJson } from './json.ts';

const Secrets = z.object({
  jwtSecret: z.string().min(32),
  webAppSecret: z.string().min(1),
  miniAppSecret: z.string().min(1),
});
export type Secrets = z.infer<typeof Secrets>;

/** Reads the secrets of development, making them at the first start. Throws when the file is not ours. */
export function readSecrets(folder: string): Secrets {
  const file = path.join(folder, 'secrets.json');
  const text = readText(file) ?? makeSecrets(file);
  const parsed = Secrets.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Failure(`${file} does not hold the secrets of this service: delete it, and new ones are made`);
}

/** Two processes that start at once agree on one file: it is written aside and linked, and the second link fails. */
function makeSecrets(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${process.pid}`;
  const secrets: Secrets = { jwtSecret: random(48), webAppSecret: random(16), miniAppSecret: random(16) };
  writeFileSync(aside, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
