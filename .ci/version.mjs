// What `npm version` does beside package.json and package-lock.json, before it commits and tags: the changelog's unreleased
// part gets the version and the day, and what the MCP registry is told gets the version.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const changelog = 'CHANGELOG.md';
const registry = 'server/mcp/server.json';
const { npm_package_version: version } = process.env;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!version) fail('npm runs this: `npm version patch`, minor or major.');

const text = readFileSync(changelog, 'utf8');
const heading = '## [Unreleased]\n';
const begin = text.indexOf(heading) + heading.length;
if (begin < heading.length) fail(`${changelog} has no line "${heading.trim()}".`);
const next = text.indexOf('\n## [', begin);
const unreleased = text.slice(begin, next === -1 ? undefined : next);
if (!/^- /m.test(unreleased)) fail(`${changelog} says nothing of what is unreleased: write it for those who run this.`);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelog, `${text.slice(0, begin)}\n## [${version}] - ${today}\n${text.slice(begin)}`);

const entry = readFileSync(registry, 'utf8');
writeFileSync(registry, entry.replace(/("version": ")[^"]*(")/, `$1${version}$2`));

execFileSync('git', ['add', changelog, registry]);
