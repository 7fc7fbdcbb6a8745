// Who may import whom: the house's table, checked by `npm run lint`.
const node = { dependencyTypes: ['core'] };

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbid('no-circular', {}, { circular: true }, 'Nothing flows back.'),
    {
      ...forbid(
        'no-circles-of-rooms',
        { path: '^(tasks|server)/' },
        { circular: true },
        'Rooms have floors: nothing goes back up.',
      ),
      scope: 'folder',
    },
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
      'The protocol is pure functions over values: streams and files stand around it.',
    ),
    forbid(
      'theme-imports-theme',
      { path: '^tasks/theme/' },
      { path: '^(gulpfile|tasks/(?!pdc/|theme/)|server/|test/)' },
      'The theme knows the core alone.',
    ),
    forbid(
      'theme-floors',
      { path: '^tasks/theme/(parts/|words/|[^/]+\\.ts$)' },
      { path: '^tasks/theme/pages/' },
      'Pages are made of parts, and no part knows a page.',
    ),
    forbid(
      'words-know-no-markup',
      { path: '^tasks/theme/(words/|[^/]+\\.ts$)' },
      { path: '^tasks/theme/(pages|parts)/' },
      'Labels, and what every page is described by, stand below the markup.',
    ),
    forbid(
      'files-see-their-arguments-only',
      { path: '^tasks/(theme|pdc/endpoints)/' },
      { path: '^tasks/pdc/library/library\\.ts$' },
      'A page or endpoint gets cards, names and numbers: what it is not given it cannot show, so its arguments are its cache key.',
    ),
    forbid('theme-is-pure', { path: '^tasks/theme/' }, node, 'Same input, same bytes.'),
    forbid(
      'stages-know-the-core',
      { path: '^tasks/stages/' },
      { path: '^(gulpfile|tasks/(?!pdc/|stages/)|server/|test/)' },
      'Stages know the core alone.',
    ),
    forbid(
      'flow-owns-its-port',
      { path: '^tasks/flow/' },
      {
        path: '^(gulpfile|tasks/(incremental|output|watch|adopt|verify|report|repository)/|tasks/[^/]+\\.ts$)',
      },
      'The flow asks for reuse through a port of its own: whoever remembers or writes implements it.',
    ),
    forbid(
      'checks-above-branches',
      { path: '^tasks/flow/branches/' },
      { path: '^tasks/flow/(checks/|publish\\.ts$)' },
      'Branches make files; the checks look at what they made, and `publish` joins both.',
    ),
    forbid(
      'publish-above-checks',
      { path: '^tasks/flow/(checks/|(?!publish\\.)[^/]+\\.ts$)' },
      { path: '^tasks/flow/publish\\.ts$' },
      'Only `publish` knows branches and checks together.',
    ),
    forbid(
      'flow-floors',
      { path: '^tasks/flow/(?!publish\\.)[^/]+\\.ts$' },
      { path: '^tasks/flow/(branches|checks)/' },
      'Reading, keys and the port of reuse stand below the branches.',
    ),
    forbid(
      'importer-behind-its-door',
      { path: '^(tasks/[^/]+/|server/)', pathNot: '^tasks/adopt/' },
      { path: '^tasks/adopt/' },
      'The build knows nothing of other engines: a command hands it what translates them.',
    ),
    forbid(
      'importer-when-it-is-asked-for',
      { path: '^tasks/[^/]+\\.ts$', pathNot: '^tasks/adopt\\.ts$' },
      { path: '^tasks/adopt(/|\\.ts$)', dynamic: false },
      'A command that reads our own articles alone loads none of the importer.',
    ),
    forbid(
      'memory-knows-the-flow',
      { path: '^tasks/incremental/' },
      { path: '^tasks/(watch|output|adopt|verify)/|^tasks/[^/]+\\.ts$' },
      'What is remembered serves every command.',
    ),
    forbid(
      'output-knows-files',
      { path: '^tasks/output/' },
      { path: '^tasks/(flow|incremental|watch|theme|adopt|verify)/' },
      'A folder is filled and replaced, whatever is in it.',
    ),
    forbid(
      'files-know-messages-alone',
      { path: '^tasks/files/' },
      { path: '^tasks/(?!files/|pdc/words/message\\.ts$)' },
      'Listing and stamps are for all; what they refuse they say as a message.',
    ),
    forbid('areas-apart', { path: '^tasks/' }, { path: '^server/' }, 'Build and run time share nothing but the core.'),
    forbid(
      'server-apart',
      { path: '^server/(?!mcp/)' },
      { path: '^tasks/(?!pdc/site/(negotiation|paths)\\.ts$)' },
      'Build and run time share nothing but the core.',
    ),
    forbid(
      'adapter-knows-the-core',
      { path: '^server/mcp/' },
      { path: '^(server/(?!mcp/)|tasks/(?!pdc/))' },
      'The adapter reads the static files alone.',
    ),
    forbid(
      'routes-know-services',
      { path: '^server/routes/' },
      { path: '^server/(db|stores|providers|sandbox|operate|mcp)/' },
      'A route speaks to services; what it needs is handed to it.',
    ),
    forbid(
      'services-receive',
      { path: '^server/services/' },
      {
        path: '^server/(routes|db|stores|providers|sandbox|process|operate|openapi|mcp)/|^server/(app|main|backend)\\.ts$',
      },
      'Services receive what they need as one object.',
    ),
    forbid(
      'edges-know-nobody',
      { path: '^server/(db|stores|providers|sandbox|process)/' },
      { path: '^server/(routes|services|operate|openapi|mcp)/|^server/(app|main|backend)\\.ts$' },
      'Stores, database and provider know their one library and the shared types.',
    ),
    forbid(
      'main-joins',
      { path: '^server/(?!index\\.js|main\\.ts|backend\\.ts|mcp/)' },
      { path: '^server/(main|backend)\\.ts$' },
      'Only the process knows all rooms.',
    ),
    forbid(
      'one-door-tokens',
      { pathNot: '^(server/services/tokens\\.ts$|test/)' },
      { path: 'node_modules/jsonwebtoken/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-sql',
      { pathNot: '^(server/(db|stores)/|test/)' },
      { path: 'node_modules/(knex|pg|@electric-sql|fs-native-extensions)/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-keyv',
      { pathNot: '^(server/stores/|test/)' },
      { path: 'node_modules/(keyv|@redis|rate-limiter-flexible)/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-out',
      { path: '^server/', pathNot: '^server/(providers/wire\\.ts$|mcp/)' },
      { path: '^(node:)?https$' },
      'Only the wire calls out: what it sends, it sends once.',
    ),
    forbid(
      'koa-at-the-edge',
      { pathNot: '^(server/(app|backend)\\.ts$|server/(routes|sandbox)/|test/)' },
      { path: 'node_modules/(koa|@koa|koa-bodyparser)/' },
      'Services know no HTTP.',
    ),
    forbid(
      'adapter-without-the-login',
      { path: '^server/mcp/' },
      { path: 'node_modules/(koa|@koa|knex|keyv|@redis|pg|pino|jsonwebtoken|@electric-sql)' },
      'The adapter serves files: it has no users and no database.',
    ),
    forbid(
      'adapter-is-portable',
      {
        path: '^server/mcp/',
        pathNot: '^server/mcp/(main|settings|site/folder|entrances/(http|stdio))\\.ts$|index\\.js$',
      },
      { dependencyTypes: ['core'] },
      'A Worker has no Node: what needs it is an entrance or the folder.',
    ),
    forbid(
      'one-door-mcp',
      { pathNot: '^(server/mcp/|test/server/mcp/|test/system/third-party/)' },
      { path: 'node_modules/@modelcontextprotocol/' },
      'One library, one door.',
    ),
    forbid(
      'nobody-imports-tests',
      { path: '^(gulpfile|tasks|server)' },
      { path: '^test/' },
      'Tests prove; they do not serve.',
    ),
    forbid(
      'one-door-markup',
      { pathNot: '^(tasks/pdc/text|server/sandbox)/markup\\.ts$' },
      { path: 'node_modules/hono/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-front-matter',
      { pathNot: '^tasks/pdc/article/front-matter\\.ts$' },
      { path: 'node_modules/front-matter/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-yaml',
      { pathNot: '^(tasks/pdc/text/yaml\\.ts$|tasks/adopt/own-form\\.ts$|test/)' },
      { path: 'node_modules/yaml/' },
      'One library, one door.',
    ),
    forbid(
      'locked-texts-stay-private',
      {
        pathNot:
          '^(tasks/(pdc/(article/(article|locked-text)|locked/[^/]+|library/public-texts)|stages/(render|seal)|flow/checks/guard)\\.ts$|test/)',
      },
      { path: '^tasks/pdc/locked/secret\\.ts$' },
      'Parsing, sealing and the search for leaks read what is locked: nobody else has it.',
    ),
    forbid(
      'one-door-markdown',
      {
        pathNot:
          '^(tasks/pdc/(markdown/(grammar|formulas|author-html)|duplex\\.d)\\.ts$|test/(bench/|look/|tasks/pdc/endpoints/index\\.md\\.test))',
      },
      { path: 'node_modules/markdown-it' },
      'One library, one door.',
    ),
    forbid(
      'one-door-minifier',
      { pathNot: '^(tasks/stages/minify\\.ts$|test/)' },
      { path: 'node_modules/gulp-htmlmin/' },
      'One library, one door.',
    ),
    forbid(
      'one-door-dates',
      { pathNot: '^(tasks/pdc/text/moment\\.ts$|test/)' },
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
    // The tests that ask programs of others have a package.json of their own.
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
