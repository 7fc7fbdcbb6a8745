// `npm run verify -- DIR|URL`: checks a built or deployed site against the protocol, rule by rule.
import { statSync } from 'node:fs';
import path from 'node:path';
import { compare } from '#pdc/words/defect';
import { indexJsonPath, llmsPath } from '#pdc/site/paths';
import { plainAddress } from '#pdc/site/site-keys';
import { parseArguments } from './settings/arguments.ts';
import { Failure } from './settings/failure.ts';
import { startProgress } from './report/progress-line.ts';
import { callOf, here } from './settings/settings.ts';
import { checkActiveFiles } from './verify/rules/active-files.ts';
import { checkBase, checkDraft } from './verify/rules/base.ts';
import { checkCategoryMd, checkLlmsFull, checkMarkdownTwin } from './verify/rules/bodies.ts';
import { checkBytes, checkPageBytes } from './verify/rules/bytes.ts';
import { checkFeed } from './verify/rules/feed.ts';
import { checkRobots } from './verify/rules/robots.ts';
import { checkSitemap } from './verify/rules/sitemap.ts';
import { checkDigests } from './verify/rules/digests.ts';
import { checkReuse, checkSealed } from './verify/rules/encryption.ts';
import { checkEndpoints } from './verify/rules/endpoints.ts';
import { checkCounts, checkEntries, checkOrder, checkSlugs } from './verify/rules/entries.ts';
import { joined, toFinding } from './verify/site/finding.ts';
import type { Finding } from './verify/site/finding.ts';
import { checkHeaders } from './verify/rules/headers.ts';
import { checkIndexMd } from './verify/rules/index-md.ts';
import { checkHtml } from './verify/rules/html.ts';
import { checkLinks } from './verify/rules/links.ts';
import { checkLlms } from './verify/rules/llms.ts';
import { checkManifest } from './verify/rules/manifest.ts';
import { checkPages } from './verify/site/pages.ts';
import { checkPolicy } from './verify/rules/policy.ts';
import { openPublished } from './verify/site/published.ts';
import type { SiteAccess } from './verify/site/published.ts';
import type { Rule } from './verify/site/rule.ts';
import { checkSkills } from './verify/rules/skills.ts';
import { checkSchema } from './verify/rules/schema.ts';
import { fromAddress, fromFolder, probeAddress, reasonOf } from './verify/site/source.ts';
import type { FileSource } from './verify/site/source.ts';
import { printable, printablePath } from '#pdc/words/printable';
import { message, textOf } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';

/** The rules for a published site. `alone` marks a rule that can be checked without an index. */
export const rules = [
  { id: 'endpoints', check: checkEndpoints, alone: true },
  { id: 'schema', check: checkSchema, alone: true },
  { id: 'bytes', check: checkBytes, checkPage: checkPageBytes, alone: true },
  { id: 'counts', check: checkCounts },
  { id: 'order', check: checkOrder },
  { id: 'slugs', check: checkSlugs },
  { id: 'entries', check: checkEntries },
  { id: 'markdown-twin', check: checkMarkdownTwin },
  { id: 'index-md', check: checkIndexMd },
  { id: 'llms', check: checkLlms },
  { id: 'llms-full', check: checkLlmsFull },
  { id: 'category-md', check: checkCategoryMd },
  { id: 'digests', check: checkDigests },
  { id: 'manifest', check: checkManifest },
  { id: 'skills', check: checkSkills },
  { id: 'robots', check: checkRobots },
  { id: 'sitemap', check: checkSitemap },
  { id: 'feed', check: checkFeed },
  { id: 'html', checkPage: checkHtml },
  { id: 'encryption', check: checkReuse, checkPage: checkSealed },
  { id: 'policy', checkPage: checkPolicy },
  { id: 'active-file', checkPage: checkActiveFiles },
  { id: 'links', checkPage: checkLinks },
  { id: 'base', check: checkBase },
  { id: 'drafts', checkPage: checkDraft },
  { id: 'headers', check: checkHeaders },
] as const satisfies readonly (Rule & { alone?: true })[];

export type VerifyOptions = SiteAccess & {
  /** Rules that are not checked. */
  readonly skip?: readonly string[];
  /** Called with the name of each rule before it is checked, and with "pages" before the pages. */
  readonly onRule?: (id: string) => void;
};

/** All findings, sorted by path, rule and message, and the language of their messages. */
export type Verified = { readonly findings: readonly Finding[]; readonly language: string };

/** Checks a site. Throws a Failure if the site is missing. */
export async function verify(
  read: FileSource,
  { skip = [], onRule = () => {}, ...around }: VerifyOptions,
): Promise<Verified> {
  await ensureSite(read);
  const published = await openPublished(read, around);
  const { language } = published;
  const applied: readonly Rule[] = rules.filter(
    (rule) => !skip.includes(rule.id) && (published.indexed || 'alone' in rule),
  );
  const findings: Finding[] = [];
  for (const { id, check } of applied) {
    onRule(id);
    if (check) findings.push(...(await check(published)).map((flaw) => toFinding(id, flaw, language)));
  }
  if (published.indexed) {
    onRule('pages');
    findings.push(...(await checkPages(published, applied)));
  }
  for (const [path, message] of published.files.faults)
    findings.push(toFinding('endpoints', { path, message }, language));
  return { findings: findings.sort(byPlace), language };
}

const byPlace = (a: Finding, b: Finding): number =>
  compare(a.path, b.path) || compare(a.rule, b.rule) || compare(a.message, b.message);

/** Throws a Failure if no main file of a site exists, because one message helps more than a hundred findings. */
async function ensureSite(read: FileSource): Promise<void> {
  const faults: Message[] = [];
  for (const path of [indexJsonPath, llmsPath, '/']) {
    const served = await read(path).catch(
      (error: Error) => void faults.push(message('ofPath', { path, fault: reasonOf(error) })),
    );
    if (served) return;
  }
  const reason =
    faults[0] ?? message('siteNotBuilt', { index: indexJsonPath, llms: llmsPath, command: callOf('build') });
  throw new Failure(message('noSite', { reason }));
}

export const usage = message('usageOfVerify');

const withUsage = (reason: MessageValue): Message => message('withUsage', { reason, usage });

type Request = {
  readonly target: string;
  readonly kind: SiteAccess['kind'];
  readonly skip: readonly string[];
  readonly format: 'text' | 'json';
};

function readRequest(argv: string[]): Request {
  const options = { format: { type: 'string' }, skip: { type: 'string' } } as const;
  const { positionals, values } = parseArguments(argv, { options, words: 1, explain: withUsage });
  const [target = 'public'] = positionals;
  if (target === '') throw new Failure(withUsage(message('mustBeOneTarget')));
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') throw new Failure(withUsage(message('mustBeFormat', { text: format })));
  const skip = (values.skip ?? '').split(',').filter((id) => id !== '');
  const unknown = skip.find((id) => !rules.some((rule) => rule.id === id));
  if (unknown !== undefined)
    throw new Failure(message('unknownRule', { rule: unknown, rules: rules.map(({ id }) => id).join(', ') }));
  const place = isAddress(target)
    ? ({ target: toBase(target), kind: 'address' } as const)
    : ({ target: toFolder(target), kind: 'folder' } as const);
  return { ...place, skip, format };
}

const isAddress = (target: string): boolean => /^[a-z][a-z\d+.-]+:\/\//i.test(target);

function toBase(target: string): string {
  if (!URL.canParse(target) || !plainAddress.test(target)) {
    throw new Failure(withUsage(message('mustBeBaseUrl', { text: target })));
  }
  return target;
}

function toFolder(target: string): string {
  const folder = path.resolve(here, target);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(withUsage(message('noFolder', { folder })));
  return folder;
}

/** Reads from the source and records the size of every file that was read. */
function counting(read: FileSource): { read: FileSource; files: Map<string, number> } {
  const files = new Map<string, number>();
  return {
    files,
    read: async (path) => {
      const served = await read(path);
      if (served) files.set(path, served.bytes.length);
      return served;
    },
  };
}

/** Runs the command. Returns the exit code: 0 without errors, 1 with errors, 2 if there was nothing to check. */
export async function runVerify(argv: string[]): Promise<number> {
  const { target, kind, skip, format } = readRequest(argv);
  const source = kind === 'folder' ? await fromFolder(target) : fromAddress(target);
  const { read, files } = counting(source);
  const around: SiteAccess = { kind, ...(kind === 'address' ? { probe: probeAddress(target) } : {}) };
  const progress = startProgress();
  try {
    const heard = new Set<string>();
    const onRule = (id: string): void => {
      heard.add(id);
      progress.step(() => `${id}: ${files.size}`);
    };
    const { findings, language } = await verify(read, { ...around, skip, onRule });
    progress.end();
    // Only a deployed site sends headers.
    if (kind === 'folder') heard.delete('headers');
    const checked = rules.filter(({ id }) => heard.has(id)).length;
    process.stdout.write(
      format === 'json' ? `${JSON.stringify(findings, null, 2)}\n` : toText(findings, { files, checked, language }),
    );
    // Rules that were skipped on purpose need no correction, so they are notes and not findings.
    if (format === 'text') process.stdout.write(notes(skip, { kind, language }));
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  } finally {
    progress.end();
  }
}

type Checked = {
  /** The size of each file in bytes, by path. */
  readonly files: ReadonlyMap<string, number>;
  /** The number of checked rules. */
  readonly checked: number;
  readonly language: string;
};

function toText(findings: readonly Finding[], { files, checked, language }: Checked): string {
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  const lines = grouped(findings).map(([{ path, severity, rule, message: fault }, ...{ length: count }]) => {
    const text = count === 0 ? fault : textOf(message('andOnMore', { fault, count }), language);
    return `${printablePath(path)}  ${severity}  ${rule}  ${text}`;
  });
  const warnings = findings.filter(({ severity }) => severity === 'warn').length;
  const summary = [
    message(findings.length === 1 ? 'oneFinding' : 'findings', { count: findings.length }),
    ...(warnings === 0 ? [] : [message(warnings === 1 ? 'oneWarningAmong' : 'warningsAmong', { count: warnings })]),
    message('rulesChecked', { rules: checked, files: files.size, bytes }),
  ];
  return [...lines, textOf(joined(summary), language)].map((line) => `${printable(line)}\n`).join('');
}

/** Groups findings, so that a finding on many pages, such as a link in the menu, is reported once. */
function grouped(findings: readonly Finding[]): [Finding, ...Finding[]][] {
  const alike = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { severity, rule, message } = finding;
    const key = JSON.stringify([severity, rule, message]);
    const group = alike.get(key);
    if (group) group.push(finding);
    else alike.set(key, [finding]);
  }
  return [...alike.values()].flatMap((group) =>
    group.length < fewestAlike ? group.map((finding): [Finding] => [finding]) : [group],
  );
}

const fewestAlike = 4;

function notes(skip: readonly string[], { kind, language }: Pick<SiteAccess, 'kind'> & { language: string }): string {
  const all = [
    ...(skip.length > 0 ? [message('rulesSkipped', { rules: skip.join(', ') })] : []),
    ...(kind === 'folder' && !skip.includes('headers') ? [message('headersUnchecked')] : []),
  ];
  return all.length === 0 ? '' : `${textOf(message('notChecked', { rules: joined(all) }), language)}\n`;
}
