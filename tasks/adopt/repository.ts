// What makes a folder of content a repository of its own: the product as a package, commands without flags, a workflow.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compare, severityOf } from '#pdc/defect';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import type { Library } from '#pdc/library/library';
import { redirectsFile } from '#pdc/library/redirects';
import { aiContextPath } from '#pdc/paths';
import { defaultSite } from '#pdc/site';
import { root } from '../settings/settings.ts';

type Repository = { readonly library: Library; readonly engine: string };

/** Fills a folder that holds `content/` and `static/`. What stands there already stays. Gives back where the product comes from. */
export function writeRepository(folder: string, { library, engine }: Repository): { product: string } {
  const product = readProduct();
  const address = addressOf(product);
  const { title } = library.site;
  const files: Readonly<Record<string, string>> = {
    'package.json': packageJson(product, address),
    'README.md': readme({
      // The default is no site's name.
      title: title === defaultSite.title ? path.basename(folder) : title,
      engine,
      example: exampleOf(library),
      hasRedirects: existsSync(path.join(folder, 'content', redirectsFile)),
      name: product.name,
    }),
    '.gitignore': 'node_modules/\npublic/\n.cache/\n',
    '.github/workflows/pages.yml': workflow,
    [`static${aiContextPath}`]: aiContext(library),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, text);
  }
  return { product: address };
}

/** Whether an address leads to a place of this machine, from which nobody else can install. */
export const isLocal = (address: string): boolean => /^(?:(?:git\+)?file:|link:|[./~\\]|[a-z]:[\\/])/i.test(address);

/** A name that `duplex new` takes: with the prefix that most articles have, where the site asks for one. */
function exampleOf({ articles, site }: Library): string {
  const title = 'my-title';
  if (severityOf('filename-prefix', { settings: site.rules, lenient: false }) !== 'error') return title;
  const counts = new Map<string, number>();
  for (const { prefix } of articles) if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const [prefix] =
    [...counts].sort(([a, one], [b, two]) => two - one || compare(a, b))[0] ?? Object.keys(site.prefixes);
  return prefix === undefined ? title : `${prefix}-${title}`;
}

const readProduct = (): Product => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Product;

function packageJson(product: Product, address: string): string {
  return `${JSON.stringify(
    {
      name: 'site',
      private: true,
      type: 'module',
      engines: product.engines,
      scripts: {
        build: 'duplex build --lenient',
        check: 'duplex check --lenient',
        watch: 'duplex watch --lenient',
        new: 'duplex new',
        verify: 'duplex verify public',
        mcp: 'duplex-mcp --site public',
        'ai-context': 'duplex ai-context',
        config: 'duplex config',
        clean: 'duplex clean',
      },
      dependencies: { [product.name]: address },
      // npm takes these from the package at the top alone.
      overrides: product.overrides,
    },
    null,
    2,
  )}\n`;
}

type Product = {
  readonly name: string;
  readonly engines: unknown;
  readonly overrides: unknown;
  readonly repository?: string | { readonly url: string };
};

/**
 * Where the product comes from: as it says itself, as the site says that installed it, or as its checkout was cloned; a
 * checkout that was not is cloned from here.
 */
function addressOf({ name, repository }: Product): string {
  const installed = specOf(name);
  if (installed !== undefined) return installed;
  const said = typeof repository === 'string' ? repository : repository?.url;
  const address = said ?? remoteOf() ?? pathToFileURL(root).href;
  return /^(?:git[+:@]|github:)/.test(address) ? address : `git+${address}`;
}

/** An installed copy is no checkout: what its site asks for by name is what a new site asks for. */
function specOf(name: string): string | undefined {
  const folder = path.dirname(root);
  if (path.basename(folder) !== 'node_modules') return undefined;
  const file = path.join(folder, '../package.json');
  const { dependencies = {} }: SiteFile = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SiteFile) : {};
  return dependencies[name] ?? pathToFileURL(root).href;
}

type SiteFile = { readonly dependencies?: Readonly<Record<string, string>> };

function remoteOf(): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // In a folder that is no checkout git answers for the one around it.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    const address = git('remote', 'get-url', 'origin');
    const ssh = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/.exec(address);
    return ssh ? `ssh://git@${ssh[1]!}/${ssh[2]!}` : path.isAbsolute(address) ? pathToFileURL(address).href : address;
  } catch {
    return undefined;
  }
}

type Readme = {
  readonly title: string;
  readonly engine: string;
  /** The name of a new article. */
  readonly example: string;
  readonly hasRedirects: boolean;
  /** Of the package. */
  readonly name: string;
};

/** What never ends stands last: a block is often run as a whole. */
const readme = ({ title, engine, example, hasRedirects, name }: Readme): string => `# ${title}

Taken over from ${engine}. The words are in \`content/\`, files that ship as they are in \`static/\`.

\`\`\`sh
${inColumns([
  ['npm install'],
  ['npm run check', 'what is left to mend; writes nothing'],
  ['npm run build', 'public/'],
  ['npm run verify', 'checks public/: errors, and warnings such as dead links of long ago'],
  ['npm run config', 'every key of content/_site.yml'],
  [`npm run new -- ${example}`, 'a new article'],
  ['npm run watch', 'see it at http://localhost:4000, drafts too, until Ctrl+C'],
])}
\`\`\`

- \`content/_site.yml\` says what the site is called, where it stands and which rules it keeps.
${hasRedirects ? '- `content/_redirects` keeps the addresses that articles, lists and feeds have had.\n' : ''}- \`static/ai-context.md\` tells agents how articles are named and sorted: it was made from the site's tables, and is yours now.
- \`npm run mcp\` serves \`public/\` to assistants by MCP on stdio, with \`-- --http\` over HTTP. A client starts it itself, from any folder: \`claude mcp add my-site -- node /path/to/this/node_modules/${name}/server/mcp --site /path/to/this/public\`.

To publish on GitHub Pages: push this folder to a repository, and choose GitHub Actions in Settings > Pages. To have the newest version: \`npm update\`.
`;

function inColumns(lines: readonly (readonly [command: string, remark?: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines
    .map(([command, remark]) => (remark === undefined ? command : `${command.padEnd(width)}  # ${remark}`))
    .join('\n');
}

const workflow = `# Publishes the site on GitHub Pages. In the repository's settings: Pages > Source > GitHub Actions.
name: Pages

on:
  push:
    branches: [main, master]
  workflow_dispatch:

permissions:
  contents: read

concurrency:
  group: pages
  # One that is under way is finished: it is whole.
  cancel-in-progress: false

jobs:
  build:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm install
      - id: pages
        uses: actions/configure-pages@v5
      # The address of the Pages site, or of its own domain, with the path of a project site.
      - run: npm run build -- --base-url "$BASE_URL"
        env:
          BASE_URL: \${{ steps.pages.outputs.base_url }}
      - run: npm run verify
      # Not v4, which leaves out dotfiles: .nojekyll, and whatever static/.well-known/ holds.
      - uses: actions/upload-pages-artifact@v3
        with:
          path: public

  deploy:
    needs: build
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - id: deployment
        uses: actions/deploy-pages@v4
`;
