// `npm version` runs this before it commits and tags. Writes the version and the date above the unreleased changes in
// the changelog, and the version into the MCP registry's file and into the name of the package on the front pages.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const changelog = 'CHANGELOG.md';
const registry = 'server/mcp/server.json';
const frontPages = ['README.md', '.github/README.zh-CN.md'];
const { npm_package_version: version } = process.env;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!version) fail('npm runs this: `npm version patch`, minor or major.');

function replaceIn(file, pattern, text) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, text));
}

const text = readFileSync(changelog, 'utf8');
const heading = '## [Unreleased]\n';
const begin = text.indexOf(heading) + heading.length;
if (begin < heading.length) fail(`${changelog} has no line "${heading.trim()}".`);
const next = text.indexOf('\n## [', begin);
const unreleased = text.slice(begin, next === -1 ? undefined : next);
if (!/^- /m.test(unreleased)) fail(`${changelog} has no unreleased changes: list what changes for users.`);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelog, `${text.slice(0, begin)}\n## [${version}] - ${today}\n${text.slice(begin)}`);

replaceIn(registry, /(?<="version": ")[^"]*/, version);
for (const page of frontPages) replaceIn(page, /(?<=\bduplex-)[\d.]+(?=\.tgz)/g, version);

execFileSync('git', ['add', changelog, registry, ...frontPages]);
