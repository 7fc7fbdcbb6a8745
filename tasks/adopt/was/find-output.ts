// Finds the output folder of the old engine in the folder of the blog.
import type { Blog } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { headOf } from '../blog.ts';
import { wordsIn } from './page-words.ts';

/** Where engines publish by default: Hexo and Hugo, Jekyll and Eleventy, VitePress and Astro. */
const defaultNames = ['public', '_site', 'docs', 'dist'];

/** The most titles and pages that are compared: enough to decide, and few enough for a large blog. */
const maxTitles = 20;
const maxPages = 200;

/** The output folder: the folder that the settings name, or one whose pages have the titles of most articles. */
export function findOutput(folder: Folder, blog: Blog): string | undefined {
  const { output } = blog;
  if (output !== undefined && hasPages(folder, output)) return output;
  return defaultNames.find((name) => name !== output && hasPages(folder, name) && holdsTitles(folder, { name, blog }));
}

const hasPages = (folder: Folder, name: string): boolean => folder.has(`${name}/index.html`);

function holdsTitles(folder: Folder, { name, blog }: { name: string; blog: Blog }): boolean {
  const titles = blog.articles
    .slice(0, maxTitles)
    .map(({ from }) => wordsIn(String(headOf(folder, from).title ?? '')).join(' '))
    .filter((title) => title !== '');
  if (titles.length === 0) return false;
  const pages = folder
    .list(name)
    .filter((file) => file.endsWith('.html'))
    .slice(0, maxPages)
    .map((file) => wordsIn(folder.text(`${name}/${file}`) ?? '').join(' '));
  const inPages = titles.filter((title) => pages.some((page) => page.includes(title)));
  return inPages.length * 2 > titles.length;
}
