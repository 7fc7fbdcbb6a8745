/* global hexo, require */
/* eslint @typescript-eslint/no-require-imports: off -- Hexo runs its scripts as CommonJS */
// The corpus has braces that are no tags of Hexo's.
hexo.extend.filter.register('before_post_render', (data) => {
  data.disableNunjucks = true;
  return data;
});

if (process.env.BENCH_WORK === 'whole') {
  const { minify } = require('html-minifier-terser');
  hexo.extend.filter.register('after_render:html', (text) =>
    minify(text, { collapseWhitespace: true, removeComments: true, useShortDoctype: true }),
  );
  // Hexo itself loads what the site's package.json names, whatever is asked for.
  for (const name of ['hexo-generator-sitemap', 'hexo-generator-searchdb']) {
    await hexo.loadPlugin(require.resolve(name));
  }
}
