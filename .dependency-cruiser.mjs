// Which folder may import which. `npm run lint` checks these rules.
const node = { dependencyTypes: ['core'] };

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbid('no-circular', {}, { circular: true }, 'Modules do not import each other in a circle.'),
    {
      ...forbid(
        'no-circles-of-rooms',
        { path: '^(tasks|server)/' },
        { circular: true },
        'Folders do not import each other in a circle.',
      ),
      scope: 'folder',
    },
    forbid('pdc-is-pure', { path: '^tasks/pdc/' }, node, 'The core has no I/O: its callers pass in what it needs.'),
    forbid(
      'pdc-imports-pdc',
      { path: '^tasks/pdc/' },
      { path: '^(gulpfile|tasks/(?!pdc/)|server/|test/)' },
      'The core imports only itself.',
    ),
    forbid(
      'pdc-without-streams',
      { path: '^tasks/pdc/' },
      { path: 'node_modules/(gulp|gulp-|vinyl|through2)' },
      'The core consists of pure functions over values, so it imports no package for streams or files.',
    ),
    forbid(
      'theme-imports-theme',
      { path: '^tasks/theme/' },
      { path: '^(gulpfile|tasks/(?!pdc/|theme/)|server/|test/)' },
      'The theme imports only the core.',
    ),
    forbid(
      'theme-floors',
      { path: '^tasks/theme/(parts/|labels/|[^/]+\\.ts$)' },
      { path: '^tasks/theme/pages/' },
      'Pages consist of parts; a part does not import a page.',
    ),
    forbid(
      'words-know-no-markup',
      { path: '^tasks/theme/(labels/|[^/]+\\.ts$)' },
      { path: '^tasks/theme/(pages|parts)/' },
      'Labels and views contain no markup.',
    ),
    forbid(
      'files-see-their-arguments-only',
      { path: '^tasks/(theme|pdc/endpoints)/' },
      { path: '^tasks/pdc/library/library\\.ts$' },
      'A page or endpoint gets cards, names and numbers. It can show nothing else, so its arguments are its cache key.',
    ),
    forbid('theme-is-pure', { path: '^tasks/theme/' }, node, 'The theme has no I/O: equal input gives equal bytes.'),
    forbid(
      'stages-know-the-core',
      { path: '^tasks/stages/' },
      { path: '^(gulpfile|tasks/(?!pdc/|stages/)|server/|test/)' },
      'Stages import only the core.',
    ),
    forbid(
      'flow-owns-its-port',
      { path: '^tasks/flow/' },
      {
        path: '^(gulpfile|tasks/(incremental|output|watch|adopt|verify|report|repository)/|tasks/[^/]+\\.ts$)',
      },
      'The flow defines the interfaces of the cache and the output, and the folders of both implement them.',
    ),
    forbid(
      'checks-above-branches',
      { path: '^tasks/flow/branches/' },
      { path: '^tasks/flow/(checks/|publish\\.ts$)' },
      'Branches make files and checks inspect them; only `publish` imports both.',
    ),
    forbid(
      'publish-above-checks',
      { path: '^tasks/flow/(checks/|(?!publish\\.)[^/]+\\.ts$)' },
      { path: '^tasks/flow/publish\\.ts$' },
      'Only `publish` joins branches and checks.',
    ),
    forbid(
      'flow-floors',
      { path: '^tasks/flow/(?!publish\\.)[^/]+\\.ts$' },
      { path: '^tasks/flow/(branches|checks)/' },
      'Reading and the interface of the cache do not import branches or checks.',
    ),
    forbid(
      'importer-behind-its-door',
      { path: '^(tasks/[^/]+/|server/)', pathNot: '^tasks/adopt/' },
      { path: '^tasks/adopt/' },
      'The build does not import the importer: a command passes in the translation of foreign articles.',
    ),
    forbid(
      'importer-when-it-is-asked-for',
      { path: '^tasks/[^/]+\\.ts$', pathNot: '^tasks/adopt\\.ts$' },
      { path: '^tasks/adopt(/|\\.ts$)', dynamic: false },
      'Commands load the importer only when they need it.',
    ),
    forbid(
      'memory-knows-the-flow',
      { path: '^tasks/incremental/' },
      { path: '^tasks/(watch|output|adopt|verify)/|^tasks/[^/]+\\.ts$' },
      'The cache does not depend on a command.',
    ),
    forbid(
      'output-knows-files',
      { path: '^tasks/output/' },
      { path: '^tasks/(flow|incremental|watch|theme|adopt|verify)/' },
      'The output folder does not depend on what is written to it.',
    ),
    forbid(
      'files-know-messages-alone',
      { path: '^tasks/files/' },
      { path: '^tasks/(?!files/|pdc/words/message\\.ts$)' },
      'Listing and hashing files import only messages.',
    ),
    forbid('areas-apart', { path: '^tasks/' }, { path: '^server/' }, 'Build time and run time share only the core.'),
    forbid(
      'server-apart',
      { path: '^server/(?!mcp/)' },
      { path: '^tasks/(?!pdc/site/(link-headers|loopback|markdown-requests|paths)\\.ts$)' },
      'Build time and run time share only the core.',
    ),
    forbid(
      'adapter-knows-the-core',
      { path: '^server/mcp/' },
      { path: '^(server/(?!mcp/)|tasks/(?!pdc/))' },
      'The adapter imports only the core: it reads the published files.',
    ),
    forbid(
      'routes-know-services',
      { path: '^server/routes/' },
      { path: '^server/(db|stores|providers|sandbox|operate|mcp)/' },
      'A route calls services, which are passed in.',
    ),
    forbid(
      'services-receive',
      { path: '^server/services/' },
      {
        path: '^server/(routes|db|stores|providers|sandbox|process|operate|openapi|mcp)/|^server/(app|login-server|backend)\\.ts$',
      },
      'Services get their dependencies passed in.',
    ),
    forbid(
      'edges-know-nobody',
      { path: '^server/(db|stores|providers|sandbox|process)/' },
      { path: '^server/(routes|services|operate|openapi|mcp)/|^server/(app|login-server|backend)\\.ts$' },
      'Stores, database and provider import only their library and shared types.',
    ),
    forbid(
      'ports-know-ports',
      { path: '^server/ports/' },
      { path: '.', pathNot: '^server/ports/' },
      'A port consists of types and constants: every folder may import it, and it imports only ports.',
    ),
    forbid(
      'main-joins',
      { path: '^server/(?!index\\.js|login-server\\.ts|backend\\.ts|mcp/)' },
      { path: '^server/(login-server|backend)\\.ts$' },
      'Only the process joins all folders.',
    ),
    forbid(
      'one-door-tokens',
      { pathNot: '^(server/services/token-service\\.ts$|test/)' },
      { path: 'node_modules/jsonwebtoken/' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-sql',
      { pathNot: '^(server/(db|stores)/|test/)' },
      { path: 'node_modules/(knex|pg|@electric-sql|fs-native-extensions)/' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-keyv',
      { pathNot: '^(server/stores/|test/)' },
      { path: 'node_modules/(keyv|@redis|rate-limiter-flexible)/' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-out',
      { path: '^server/', pathNot: '^server/(providers/wire\\.ts$|mcp/)' },
      { path: '^(node:)?https$' },
      'Only wire.ts sends requests: it makes sure that each is sent once.',
    ),
    forbid(
      'koa-at-the-edge',
      { pathNot: '^(server/(app|backend)\\.ts$|server/(routes|sandbox)/|test/)' },
      { path: 'node_modules/(koa|@koa|koa-bodyparser)/' },
      'Only routes know HTTP.',
    ),
    forbid(
      'adapter-without-the-login',
      { path: '^server/mcp/' },
      { path: 'node_modules/(koa|@koa|knex|keyv|@redis|pg|pino|jsonwebtoken|@electric-sql)' },
      'The adapter has no users and no database.',
    ),
    forbid(
      'adapter-is-portable',
      {
        path: '^server/mcp/',
        pathNot:
          '^server/mcp/(adapter-command|adapter-settings|site/folder-reader|entrances/(http|stdio))\\.ts$|index\\.js$',
      },
      { dependencyTypes: ['core'] },
      'A Worker has no Node modules: only entrances and the folder reader use them.',
    ),
    forbid(
      'one-door-mcp',
      { pathNot: '^(server/mcp/|test/server/mcp/|test/system/third-party/)' },
      { path: 'node_modules/@modelcontextprotocol/' },
      'Only one place imports this library.',
    ),
    forbid(
      'nobody-imports-tests',
      { path: '^(gulpfile|tasks|server)' },
      { path: '^test/' },
      'The product does not import tests.',
    ),
    forbid(
      'one-door-markup',
      { pathNot: '^(tasks/pdc/text/markup|server/sandbox/page-markup)\\.ts$' },
      { path: 'node_modules/hono/' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-front-matter',
      { pathNot: '^tasks/pdc/article/front-matter\\.ts$' },
      { path: 'node_modules/front-matter/' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-yaml',
      { pathNot: '^(tasks/pdc/text/yaml\\.ts$|tasks/adopt/own-form\\.ts$|test/)' },
      { path: 'node_modules/yaml/' },
      'Only one place imports this library.',
    ),
    forbid(
      'locked-texts-stay-private',
      {
        pathNot:
          '^(tasks/(pdc/(article/(article|locked-text)|locked/[^/]+|library/public-texts)|stages/(render|seal)|flow/checks/leak-guard)\\.ts$|test/)',
      },
      { path: '^tasks/pdc/locked/secret\\.ts$' },
      'Only parsing, sealing and the search for leaks read locked texts.',
    ),
    forbid(
      'one-door-markdown',
      {
        pathNot:
          '^(tasks/pdc/(markdown/(grammar|block-lines|anchors|footnotes|formulas|formula-free|html-formulas|author-html)|duplex\\.d)\\.ts$|test/(bench/|look/|support/moves|tasks/pdc/(endpoints/index\\.md|markdown/(anchors|footnotes))\\.test))',
      },
      { path: 'node_modules/markdown-it' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-minifier',
      { pathNot: '^(tasks/stages/minify\\.ts$|test/)' },
      { path: 'node_modules/gulp-htmlmin/' },
      'Only one place imports this library.',
    ),
    forbid(
      'one-door-dates',
      { pathNot: '^(tasks/pdc/text/moment\\.ts$|test/)' },
      { path: 'node_modules/temporal-polyfill/' },
      'Only one place imports this library.',
    ),
    forbid(
      'no-dev-dependencies',
      { path: '^(gulpfile|tasks|server)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
      'A package that the product imports is in `dependencies`, not only in `devDependencies`.',
    ),
    forbid(
      'declared',
      { path: '^(gulpfile|tasks|server|test)' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'Every imported package is in package.json.',
    ),
  ],
  options: {
    // Needed because the tests against third-party programs have their own package.json.
    combinedDependencies: true,
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
