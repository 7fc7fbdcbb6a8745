// Folders of notes: plain Markdown, a vault of Obsidian, or an export of Notion. They had no addresses.
import { isHidden, isMarkdown, asMd, tableOf, textOf } from './blog.ts';
import type { Blog, Config } from './blog.ts';
import type { Folder } from './folder.ts';
import { mapProse } from './foreign/prose.ts';
import { isWiki } from './foreign/wiki.ts';
import { readYaml } from '#pdc/text/yaml';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export function readNotes(folder: Folder): Blog {
  const files = folder.list();
  const texts = new Map(files.filter(isMarkdown).map((file) => [file, folder.text(file) ?? '']));
  const isExport = [...texts.keys()].filter((file) => digits.test(file)).length * 2 > texts.size;
  const names = new Set(files.flatMap((file) => [nameOf(file), file.replace(/^.*\//, '').toLowerCase()]));
  const isThere = (name: string): boolean => names.has(nameOf(name)) || names.has(name.toLowerCase());
  const isVault = folder.isThere('.obsidian') || [...texts.values()].some((text) => isWiki(text, isThere));
  const templates = templateFolders(folder);
  const faultOf = (file: string): Message | undefined => {
    if (isHidden(file)) return message('nameIsHidden');
    if (repositoryPaper.test(file)) return message('paperOfRepository');
    const isTemplate = templates.some((each) => file.startsWith(each)) || isForm(texts.get(file) ?? '');
    return isVault && isMarkdown(file) && isTemplate ? message('vaultTemplate') : undefined;
  };
  const shorter = withoutDigits();
  const moves = files.filter((file) => !faultOf(file)).map((from) => ({ from, to: shorter(asIndex(from, files)) }));
  return {
    engine: isExport ? 'Notion' : isVault ? 'Obsidian' : 'Markdown',
    facts: {},
    articles: moves.filter(({ from }) => isMarkdown(from)),
    attachments: moves.filter(({ from }) => !isMarkdown(from)),
    ...{ drafts: [], pages: [], statics: [] },
    ...((isVault || isExport) && { isWiki: true }),
    breaksLines: isVault && !isExport && settingOf(folder, 'app.json').strictLineBreaks !== true,
    leftOut: files.flatMap((file) => {
      const why = faultOf(file);
      return why ? [{ file, why }] : [];
    }),
    addressOf: () => undefined,
    othersOf: () => [],
  };
}

/** Files about a repository, and instructions for agents that work in it. */
const repositoryPaper =
  /^(?:README|CHANGELOG|SECURITY|SUPPORT|GOVERNANCE|AUTHORS)(?:[._-][\w-]+)?\.md$|(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|COPILOT-INSTRUCTIONS|LICEN[CS]E|CONTRIBUTING|CODE_OF_CONDUCT|PULL_REQUEST_TEMPLATE)(?:[._-][\w-]+)?\.md$/i;

/** A README is the text of its folder, like an index.md. */
const asIndex = (file: string, files: readonly string[]): string => {
  const index = file.replace(/[^/]+$/, 'index.md');
  return /\/readme\.md$/i.test(file) && !files.includes(index) ? index : asMd(file);
};

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.md$/i, '').toLowerCase();

const settingOf = ({ text }: Folder, name: string): Config => {
  const yaml = readYaml(text(`.obsidian/${name}`) ?? '', { lenient: true });
  return 'faults' in yaml ? {} : tableOf(yaml.data);
};

/** The folders of templates: by the settings of Obsidian and Templater, and by their names. */
function templateFolders(vault: Folder): string[] {
  const settings = ['templates.json', 'plugins/templater-obsidian/data.json'].map((name) => {
    const { folder, templates_folder: other } = settingOf(vault, name);
    return textOf(folder) ?? textOf(other);
  });
  const called = vault.names('.').filter((name) => /^(?:templates?|模板)$/i.test(name));
  return [...settings, ...called].flatMap((name) => (name === undefined ? [] : [`${name.replace(/^\/|\/$/g, '')}/`]));
}

/** A form that a plugin fills in for each new note. */
const isForm = (text: string): boolean =>
  /\{\{\s*(?:title|date|time)\s*(?::[^}\n]*)?\}\}|<%[-_*+]?\s*tp\./.test(
    mapProse(
      text,
      (prose) => prose,
      () => '',
    ),
  );

/** Notion adds 32 digits to the names of files and folders. Names that are equal without them get numbers. */
const digits = / [\da-f]{32}(?=\.\w+$|$)/;

function withoutDigits(): (file: string) => string {
  const owners = new Map<string, string[]>();
  return (file) => {
    let below = '';
    return file.replace(/[^/]+/g, (part) => {
      const whole = part.replace(/\.\w+$/, '');
      const key = `${below}/${whole.replace(digits, '')}`;
      const twins = owners.get(key) ?? [];
      owners.set(key, twins.includes(whole) ? twins : [...twins, whole]);
      const at = owners.get(key)!.indexOf(whole);
      const own = part.replace(digits, at === 0 ? '' : ` ${at + 1}`);
      below += `/${own}`;
      return own;
    });
  };
}
