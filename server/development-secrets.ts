// The secrets of a development machine: generated once and stored in DATA_DIR.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure, belowDataDir } from './command-failure.ts';
import { parseJson } from './parse-json.ts';

const Secrets = z.object({
  jwtSecret: z.string().min(32),
  webAppSecret: z.string().min(1),
  miniAppSecret: z.string().min(1),
});
export type Secrets = z.infer<typeof Secrets>;

/** Reads the secrets, or generates them at the first start. Throws if the file is invalid. */
export function readSecrets(folder: string): Secrets {
  const file = fileIn(folder);
  const text = belowDataDir(() => readText(file) ?? makeSecrets(file));
  return parseSecrets(text, file);
}

/** Reads the secrets; undefined if the service has not generated any. Throws if the file is invalid. */
export function readExistingSecrets(folder: string): Secrets | undefined {
  const file = fileIn(folder);
  const text = belowDataDir(() => readText(file));
  return text === undefined ? undefined : parseSecrets(text, file);
}

const fileIn = (folder: string): string => path.join(folder, 'secrets.json');

function parseSecrets(text: string, file: string): Secrets {
  const parsed = Secrets.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Failure(`${file} does not contain valid secrets: delete it to generate new ones`);
}

/**
 * Writes a temporary file and links it: if two processes start at once, the second link fails and both use one file.
 */
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
