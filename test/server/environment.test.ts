// The table of variables is the same in the check at the start, the guide, .env.example and `npm run settings`.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { names, readVariables, variables } from '../../server/environment.ts';
import type { VariableDefinition } from '../../server/environment.ts';
import meanings from '../../server/settings.json' with { type: 'json' };
import { repository, run } from '../support/command.ts';

/** Compares the text between two lines of a file; UPDATE_FIXTURES=1 writes the expected text. */
function expectWithin(name: string, { begin, end, text }: { begin: string; end: string; text: string }): void {
  const file = path.join(repository, name);
  const whole = readFileSync(file, 'utf8');
  const [from, to] = [whole.indexOf(begin) + begin.length, whole.indexOf(end)];
  expect(from, `${name} has no ${begin}`).to.be.within(begin.length, to);
  if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, whole.slice(0, from) + text + whole.slice(to));
  else expect(whole.slice(from, to), 'UPDATE_FIXTURES=1 writes it').to.equal(text);
}

describe('the table of variables', () => {
  it('is the same in `npm run settings` and .env.example', async () => {
    const { code, stdout, stderr } = await run(['server/operate', 'settings'], { env: { LANG: 'en_GB.UTF-8' } });
    expect(code, stderr).to.equal(0);
    const begin = 'AUTH_ORIGIN=http://127.0.0.1:3000\n\n';
    expectWithin('.env.example', { begin, end: '\n# What `node server/mcp --http` reads', text: stdout });
  });

  for (const [language, file, head, none] of [
    ['en', 'server/OPERATE.md', '| variable | default | meaning |', 'none in production'],
    ['zh', 'server/OPERATE.zh-CN.md', '| 变量 | 默认值 | 含义 |', '生产环境必须设置'],
  ] as const)
    it(`is the same in ${file}`, () => {
      const rows = names.map((name) => {
        const { default: usual, required: needed }: VariableDefinition<unknown> = variables[name];
        const value = usual === undefined ? (needed ? none : '') : `\`${usual}\``;
        return `| \`${name}\` | ${value} | ${meanings[name][language].replaceAll('|', '\\|')} |`;
      });
      const text = [head, '|---|---|---|', ...rows, ''].join('\n');
      expectWithin(file, { begin: '<!-- settings -->\n', end: '<!-- /settings -->', text });
    });

  it('refuses a service whose secret is empty', () => {
    const digest = createHash('sha256').digest('hex');
    const { defects } = readVariables({ INTROSPECTION_SERVICES: `comments:${digest}` });
    expect(defects.join()).to.match(/^INTROSPECTION_SERVICES contains the SHA-256 of an empty text/);
  });

  it('accepts its own defaults and examples', () => {
    for (const name of names) {
      const { default: usual, example }: VariableDefinition<unknown> = variables[name];
      for (const value of [usual, example].filter((each) => each !== undefined)) {
        expect(readVariables({ [name]: value }, { only: [name] }).defects, `${name}=${value}`).to.deep.equal([]);
      }
    }
  });

  it('ignores spaces around a value, and treats a blank value as unset', () => {
    expect(readVariables({ PORT: ' 80 ', HOST: '  ' }).values).to.include({ PORT: 80, HOST: '127.0.0.1' });
  });
});
