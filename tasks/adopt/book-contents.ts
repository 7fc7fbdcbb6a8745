// Finds the files that are tables of contents of books. They list articles, and are not articles themselves.
import path from 'node:path';
import { dataOf, tableOf, textOf } from './blog.ts';
import type { Folder } from './blog-folder.ts';

/** The files that list articles for GitBook, mdBook, MkDocs or docsify. */
export function contentsOfBooks(folder: Folder, files: readonly string[]): ReadonlySet<string> {
  const configs = [...files, '.gitbook.yaml'].filter((file) => config.test(file) && folder.has(file));
  return new Set([
    ...configs.flatMap((file) => contentsOf(folder, { file, files })),
    ...files.filter((file) => /(?:^|\/)_(?:sidebar|navbar)\.md$/.test(file)),
  ]);
}

const config = /(?:^|\/)(?:book\.(?:json|toml)|\.gitbook\.yaml|mkdocs\.ya?ml)$/;

function contentsOf(folder: Folder, { file, files }: { file: string; files: readonly string[] }): string[] {
  const { root, structure, book, docs_dir, plugins } = tableOf(dataOf(folder, file));
  // MkDocs reads the list from a file only with the plugin `literate-nav`. Otherwise the list is a key of its settings.
  if (/mkdocs/.test(file) && !JSON.stringify(plugins ?? '').includes('literate-nav')) return [];
  const stated = textOf(root) ?? textOf(tableOf(book).src) ?? textOf(docs_dir);
  const name = textOf(tableOf(structure).summary) ?? 'SUMMARY.md';
  return (stated === undefined ? ['', 'src', 'docs'] : [stated])
    .map((below) => path.posix.join(path.posix.dirname(file), below))
    .flatMap((below) => [path.posix.join(below, name), ...contentsByLanguage(files, { below, name })]);
}

/** `LANGS.md` lists the languages of a GitBook. The folder of each language has its own table of contents. */
function contentsByLanguage(files: readonly string[], { below, name }: { below: string; name: string }): string[] {
  const languages = path.posix.join(below, 'LANGS.md');
  if (!files.includes(languages)) return [];
  return [
    languages,
    ...files.filter((file) => path.posix.join(below, '*', name) === file.replace(/[^/]+(?=\/[^/]+$)/, '*')),
  ];
}
