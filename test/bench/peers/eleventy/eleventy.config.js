// Home in pages of ten, archives, categories, tags, a feed; the Prism plugin highlights, as in Eleventy's
// documentation. With BENCH_WORK=whole it also minifies and makes a sitemap.
import { feedPlugin } from '@11ty/eleventy-plugin-rss';
import syntaxHighlight from '@11ty/eleventy-plugin-syntaxhighlight';

const posts = (api) => api.getFilteredByGlob('posts/*.md').sort((a, b) => b.date - a.date);

/** A list of names with their posts. */
const groups = (key) => (api) => {
  const found = new Map();
  for (const post of posts(api)) {
    for (const name of post.data[key] ?? []) {
      if (!found.has(name)) found.set(name, []);
      found.get(name).push(post);
    }
  }
  return [...found].map(([name, some]) => ({ name, posts: some }));
};

export default function (config) {
  config.addPlugin(syntaxHighlight);
  config.addPlugin(feedPlugin, {
    type: 'atom',
    outputPath: '/atom.xml',
    collection: { name: 'articles', limit: 20 },
    metadata: {
      language: 'zh-CN',
      title: '基准博客',
      subtitle: '',
      base: 'https://example.com/',
      author: { name: 'bench' },
    },
  });
  config.addCollection('articles', (api) => [...posts(api)].reverse());
  config.addCollection('newest', posts);
  config.addCollection('categoryList', groups('categories'));
  config.addCollection('tagList', groups('labels'));
  // Eleventy's own filter turns Chinese names into nothing.
  config.addFilter('slug', (name) => name.replace(/[^\p{L}\p{N}]/gu, (sign) => `-${sign.codePointAt(0)}`));
  config.addFilter('day', (date) => date.toISOString().slice(0, 10));
  if (process.env.BENCH_WORK === 'whole') config.addTransform('htmlmin', minify);
  else config.ignores.add('sitemap.njk');
  return { markdownTemplateEngine: false, dir: { includes: '_includes' } };
}

/** As in Eleventy's documentation. */
async function minify(content) {
  if (!(this.page.outputPath ?? '').endsWith('.html')) return content;
  const { minify: shrink } = await import('html-minifier-terser');
  return shrink(content, { useShortDoctype: true, removeComments: true, collapseWhitespace: true });
}
