// skills/list and skills/get: the site's Agent Skills, by the MCP extension `io.modelcontextprotocol/skills`
// (SEP-2640). `resources/read` returns their files.
import type { ReadResourceResult, Result } from '@modelcontextprotocol/server';
import { readFrontMatter } from '#pdc/article/front-matter';
import { decode } from '#pdc/text/decode';
import { skillPath, skillsPath } from '#pdc/site/paths';
import { pageOf } from './list-pages.ts';
import { invalidParams } from './method-params.ts';
import type { Site } from '../site/open-site.ts';

type Skill = {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
};

/** A page reads one file for each skill, and a Worker may send only 50 requests while it answers one request. */
const pageSize = 20;

/** Hosts accept skills of up to 16 MiB. Front matter may have up to 32 Ki characters, more than anybody writes. */
const [maxSkillBytes, maxFrontMatterLength] = [16 * 1024 * 1024, 32 * 1024];

export async function listSkills(site: Site, cursor: string | undefined): Promise<Result> {
  const list = { method: 'skills', items: await namesOf(site), keyOf: (name: string) => name, size: pageSize };
  const { items, ...next } = pageOf(list, cursor);
  // A skill that cannot be read is left out.
  const files = await Promise.all(items.map((name) => readSkill(site, name).catch(() => undefined)));
  return { ...complete, skills: files.flatMap((file) => (file ? [file.skill] : [])), ...next };
}

export async function getSkill(site: Site, uri: string): Promise<Result> {
  const file = await findSkill(site, uri);
  if (!file) throw invalidParams(`Unknown skill: ${uri}. See skills/list`);
  return { ...complete, skill: file.skill };
}

/** The file of a skill; undefined if no skill has that URI. */
export async function readSkillResource(site: Site, uri: string): Promise<ReadResourceResult | undefined> {
  const file = await findSkill(site, uri);
  return file && { contents: [{ uri, mimeType: 'text/markdown', text: file.text }] };
}

const complete = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' };

const toUri = (name: string): string => `skill://${name}/SKILL.md`;

type SkillFile = { readonly skill: Skill; readonly text: string };

async function findSkill(site: Site, uri: string): Promise<SkillFile | undefined> {
  const name = /^skill:\/\/([^/]{1,64})\/SKILL\.md$/.exec(decode(uri) ?? '')?.[1];
  return name !== undefined && (await namesOf(site)).includes(name) ? readSkill(site, name) : undefined;
}

/**
 * The names of the skills that the index lists with the right address. A locked article is never a skill, even if the
 * index lists it.
 */
async function namesOf(site: Site): Promise<string[]> {
  const indexRows = (await site.skills()) ?? [];
  const { index, entries, pathOf } = await site.catalogue();
  const base = index.url + skillsPath;
  const addressOf = (url: string): string => (URL.canParse(url, base) ? new URL(url, base).href : '');
  const servedRows = indexRows.filter(
    ({ name, url }) => entries.get(name)?.encrypted !== true && pathOf(addressOf(url)) === skillPath(name),
  );
  return [...new Set(servedRows.map(({ name }) => name))];
}

/** The digest is computed from the text, which may be newer than the index. */
async function readSkill(site: Site, name: string): Promise<SkillFile | undefined> {
  const text = (await site.file(skillPath(name))) ?? '';
  const frontmatter = frontMatterOf(text);
  const bytes = new TextEncoder().encode(text);
  const isWhole = frontmatter?.name === name && typeof frontmatter.description === 'string';
  if (!isWhole || bytes.length > maxSkillBytes) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digest = `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const uri = toUri(name);
  return { skill: { uri, frontmatter, resources: [{ uri, digest, size: bytes.length }] }, text };
}

function frontMatterOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const end = text.slice(0, maxFrontMatterLength).indexOf('\n---');
  const result = end === -1 ? undefined : readFrontMatter(`${text.slice(0, end)}\n---\n`);
  const attributes = result && 'attributes' in result ? result.attributes : undefined;
  // YAML aliases can make a short text very large.
  return attributes && JSON.stringify(attributes).length <= maxFrontMatterLength ? attributes : undefined;
}
