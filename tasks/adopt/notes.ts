// Folders of notes: plain Markdown, a vault of Obsidian, or an export of Notion. Notes had no addresses.
import { asMd, bodyOf, dataOf, headOf, isHidden, isMarkdown, ownFileReason, tableOf, textOf } from './blog.ts';
import { contentsOfBooks } from './book-contents.ts';
import type { Blog, Config } from './blog.ts';
import type { Folder } from './blog-folder.ts';
import { lastOf } from './old-addresses.ts';
import { mapProse } from './foreign/running-text.ts';
import { isWiki } from './foreign/wiki.ts';
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
  const contents = contentsOfBooks(folder, files);
  // A vault may contain the repository of a site among other folders.
  const docs = folder.isThere('.obsidian') ? undefined : docsFolder(folder);
  const isOutside = (file: string): boolean => docs !== undefined && !file.startsWith(`${docs}/`);
  const docsText = [...texts].flatMap(([file, text]) => (isOutside(file) ? [] : [text])).join('\n');
  const whyLeftOut = (file: string): Message | undefined => {
    if (contents.has(file)) return message('tableOfContents');
    if (isHidden(file)) return message('nameIsHidden');
    // A text may show a picture outside the folder.
    if (docs !== undefined && isOutside(file) && (isMarkdown(file) || !docsText.includes(lastOf(file))))
      return message('outsideDocs', { folder: docs });
    if (repositoryPaper.test(file) && !isIntroduction(file)) return message('paperOfRepository');
    if (isMarkdown(file) && isThemePage(folder, file)) return ownFileReason;
    const isTemplate = templates.some((folder) => file.startsWith(folder)) || isForm(texts.get(file) ?? '');
    return isVault && isMarkdown(file) && isTemplate ? message('vaultTemplate') : undefined;
  };
  // GitBook begins a book with the README beside its table of contents.
  const isIntroduction = (file: string): boolean => /^README\.md$/i.test(file) && contents.has('SUMMARY.md');
  const shorter = withoutDigits();
  const moves = files.filter((file) => !whyLeftOut(file)).map((from) => ({ from, to: shorter(asIndex(from, files)) }));
  return {
    engine: isExport ? 'Notion' : isVault ? 'Obsidian' : 'Markdown',
    facts: {},
    articles: moves.filter(({ from }) => isMarkdown(from)),
    attachments: moves.filter(({ from }) => !isMarkdown(from)),
    ...{ drafts: [], pages: [], statics: [] },
    ...((isVault || isExport) && { isWiki: true }),
    breaksLines: isVault && !isExport && settingOf(folder, 'app.json').strictLineBreaks !== true,
    leftOut: files.flatMap((file) => {
      const why = whyLeftOut(file);
      return why ? [{ file, why }] : [];
    }),
    addressOf: () => undefined,
    othersOf: () => [],
  };
}

/** The folder that VuePress or VitePress publishes; undefined if it is the folder of the blog, or one of several. */
function docsFolder({ names, isThere }: Folder): string | undefined {
  const holdsSettings = (name: string): boolean =>
    ['.vuepress', '.vitepress'].some((settings) => isThere(`${name}/${settings}`));
  const [docs, ...more] = holdsSettings('.') ? [] : names('.').filter(holdsSettings);
  return more.length === 0 ? docs : undefined;
}

/** Files about a repository, and instructions for agents that work in it. */
const repositoryPaper =
  /^(?:README|CHANGELOG|SECURITY|SUPPORT|GOVERNANCE|AUTHORS)(?:[._-][\w-]+)?\.md$|(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|COPILOT-INSTRUCTIONS|LICEN[CS]E|CONTRIBUTING|CODE_OF_CONDUCT|PULL_REQUEST_TEMPLATE)(?:[._-][\w-]+)?\.md$/i;

/** Whether a page is without text because the theme fills its layout, such as the home page of VitePress. */
const isThemePage = (folder: Folder, file: string): boolean =>
  headOf(folder, file).layout === 'home' && bodyOf(folder, file).trim() === '';

/** Treats a README in a folder as the `index.md` of this folder, unless the folder has one. */
const asIndex = (file: string, files: readonly string[]): string => {
  const index = file.replace(/[^/]+$/, 'index.md');
  return /\/readme\.md$/i.test(file) && !files.includes(index) ? index : asMd(file);
};

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.md$/i, '').toLowerCase();

const settingOf = (folder: Folder, name: string): Config => tableOf(dataOf(folder, `.obsidian/${name}`));

/** The folders of templates: by the settings of Obsidian and Templater, and by their names. */
function templateFolders(vault: Folder): string[] {
  const settings = ['templates.json', 'plugins/templater-obsidian/data.json'].map((name) => {
    const { folder, templates_folder: templaterFolder } = settingOf(vault, name);
    return textOf(folder) ?? textOf(templaterFolder);
  });
  const namedTemplates = vault.names('.').filter((name) => /^(?:templates?|模板)$/i.test(name));
  return [...settings, ...namedTemplates].flatMap((name) =>
    name === undefined ? [] : [`${name.replace(/^\/|\/$/g, '')}/`],
  );
}

/** Whether a text is a template that a plugin fills in for each new note. */
const isForm = (text: string): boolean =>
  /\{\{\s*(?:title|date|time)\s*(?::[^}\n]*)?\}\}|<%[-_*+]?\s*tp\./.test(
    mapProse(
      text,
      (prose) => prose,
      () => '',
    ),
  );

/** Notion adds 32 hexadecimal digits to file names. Names that are equal without these digits get numbers. */
const digits = / [\da-f]{32}(?=\.\w+$|$)/;

function withoutDigits(): (file: string) => string {
  const owners = new Map<string, string[]>();
  return (file) => {
    let below = '';
    return file.replace(/[^/]+/g, (part) => {
      const stem = part.replace(/\.\w+$/, '');
      const key = `${below}/${stem.replace(digits, '')}`;
      const twins = owners.get(key) ?? [];
      owners.set(key, twins.includes(stem) ? twins : [...twins, stem]);
      const at = owners.get(key)!.indexOf(stem);
      const name = part.replace(digits, at === 0 ? '' : ` ${at + 1}`);
      below += `/${name}`;
      return name;
    });
  };
}
