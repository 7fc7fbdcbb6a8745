/* global hexo, require */
/* eslint @typescript-eslint/no-require-imports: off -- Hexo runs its scripts as CommonJS */
// The corpus has braces that are not tags of Hexo.
hexo.extend.filter.register('before_post_render', (data) => {
  data.disableNunjucks = true;
  return data;
});

if (process.env.BENCH_WORK === 'whole') {
  const { minify } = require('html-minifier-terser');
  hexo.extend.filter.register('after_render:html', (text) =>
    minify(text, { collapseWhitespace: true, removeComments: true, useShortDoctype: true }),
  );
  // Not in the site's package.json: Hexo would always load them from there.
  for (const name of ['hexo-generator-sitemap', 'hexo-generator-searchdb']) {
    await hexo.loadPlugin(require.resolve(name));
  }
}
