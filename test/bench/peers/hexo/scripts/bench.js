/* global hexo, require */
/* eslint @typescript-eslint/no-require-imports: off -- Hexo runs its scripts as CommonJS */
// The corpus has braces that are no tags of Hexo's.
hexo.extend.filter.register('before_post_render', (data) => {
  data.disableNunjucks = true;
  return data;
});

if (process.env.BENCH_MINIFY === '1') {
  const { minify } = require('html-minifier-terser');
  hexo.extend.filter.register('after_render:html', (text) =>
    minify(text, { collapseWhitespace: true, removeComments: true, useShortDoctype: true }),
  );
}
