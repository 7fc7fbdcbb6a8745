// What `npm version` does beside package.json and package-lock.json, before it commits and tags: the changelog's unreleased
// part gets the version and the day, what the MCP registry is told and the package that the front pages name the version.
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
if (!/^- /m.test(unreleased)) fail(`${changelog} says nothing of what is unreleased: write it for those who run this.`);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelog, `${text.slice(0, begin)}\n## [${version}] - ${today}\n${text.slice(begin)}`);

replaceIn(registry, /(?<="version": ")[^"]*/, version);
for (const page of frontPages) replaceIn(page, /(?<=\bduplex-)[\d.]+(?=\.tgz)/g, version);

execFileSync('git', ['add', changelog, registry, ...frontPages]);
