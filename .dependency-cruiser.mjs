// Who may import whom: the house's table, checked by `npm run lint`.
const node = { dependencyTypes: ['core'] };

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbid('no-circular', {}, { circular: true }, 'Nothing flows back.'),
    forbid('pdc-is-pure', { path: '^tasks/pdc/' }, node, 'The core has no I/O: what it needs is passed in.'),
    forbid(
      'pdc-imports-pdc',
      { path: '^tasks/pdc/' },
      { path: '^(gulpfile|tasks/(?!pdc/)|server/|test/)' },
      'The core knows nobody.',
    ),
    forbid(
      'pdc-without-streams',
      { path: '^tasks/pdc/' },
      { path: 'node_modules/(gulp|gulp-|vinyl|through2)' },
      'Only the stages know Vinyl.',
    ),
    forbid(
      'theme-imports-theme',
      { path: '^tasks/theme/' },
      { path: '^(gulpfile|tasks/(?!pdc/|theme/)|server/|test/)' },
      'The theme knows the core alone.',
    ),
    forbid('theme-is-pure', { path: '^tasks/theme/' }, node, 'Same input, same bytes.'),
    forbid(
      'stages-know-the-core',
      { path: '^tasks/stages/' },
      { path: '^(gulpfile|tasks/(?!pdc/|stages/)|server/|test/)' },
      'Stages know the core alone.',
    ),
    forbid('areas-apart', { path: '^tasks/' }, { path: '^server/' }, 'Build and run time share nothing but the core.'),
    forbid(
      'server-apart',
      { path: '^server/(?!mcp/)' },
      { path: '^tasks/' },
      'Build and run time share nothing but the core.',
    ),
    forbid(
      'adapter-knows-the-core',
      { path: '^server/mcp/' },
      { path: '^(server/(?!mcp/)|tasks/(?!pdc/))' },
      'The adapter reads the static files alone.',
    ),
    forbid(
      'nobody-imports-tests',
      { path: '^(gulpfile|tasks|server)' },
      { path: '^test/' },
      'Tests prove; they do not serve.',
    ),
    forbid(
      'one-door-front-matter',
      { pathNot: '^tasks/pdc/front-matter\\.ts$' },
      { path: 'node_modules/front-matter/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-yaml',
      { pathNot: '^(tasks/pdc/yaml\\.ts$|test/)' },
      { path: 'node_modules/yaml/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-markdown',
      { pathNot: '^(tasks/pdc/markdown\\.ts$|test/bench/)' },
      { path: 'node_modules/markdown-it' },
      'One library, one door.',
    ),
    forbid(
      'one-door-minifier',
      { pathNot: '^tasks/stages/minify\\.ts$' },
      { path: 'node_modules/gulp-htmlmin/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-dates',
      { pathNot: '^(tasks/pdc/moment\\.ts$|test/)' },
      { path: 'node_modules/temporal-polyfill/' },
      'One library, one door.',
    ),
    forbid(
      'no-dev-dependencies',
      { path: '^(gulpfile|tasks|server)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
      'What runs in production is a dependency.',
    ),
    forbid(
      'declared',
      { path: '^(gulpfile|tasks|server|test)' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'Every library stands in package.json.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
