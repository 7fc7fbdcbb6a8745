// The table of flags, and the documents made from it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { describeConfig } from '../../../tasks/config.ts';
import { flags, flagsMarkdown, flagsText } from '../../../tasks/settings/flags.ts';
import { Failure } from '../../../tasks/settings/failure.ts';
import { readSettings, withoutTasks } from '../../../tasks/settings/settings.ts';
import type { Flag } from '../../../tasks/settings/flags.ts';
import { gulp, gulpWith, repository, run } from '../../support/command.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { cases } from '../../support/cases.ts';

describe('the flags', () => {
  /** Content folders of sites in two languages. */
  let folder: string;
  let content: Readonly<Record<'en' | 'zh-CN', string>>;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-flags-'));
    content = { en: path.join(folder, 'en'), 'zh-CN': path.join(folder, 'zh') };
    writeFiles(folder, { 'en/_site.yml': 'language: en\n', 'zh/_site.yml': 'language: zh-CN\n' });
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are documented in tasks/README.md as the table has them', () => {
    expect(readFileSync(path.join(repository, 'tasks/README.md'), 'utf8')).to.contain(flagsMarkdown());
  });

  it('are accepted by their commands and by no other command', () => {
    for (const [name, { form, commands }] of Object.entries(flags) as [string, Flag][]) {
      const value = { DIR: '.', URL: 'https://a.example', 'text|json': 'json', NUMBER: '1' }[form ?? ''];
      const argv = [`--${name}`, ...(value === undefined ? [] : [value])];
      for (const command of ['build', 'check', 'watch', 'clean', 'new'] as const) {
        const read = (): unknown => readSettings(command, argv, {});
        if (commands.includes(command)) expect(read).to.not.throw();
        else expect(read).to.throw(`The flags of "${command}" are --content`);
      }
    }
  });

  it('and variables may be missing, and a variable may be empty, but a flag needs a value', () => {
    const variables = ['CONTENT_DIR', 'STATIC_DIR', 'DEST_DIR', 'SITE_URL', 'LENIENT', 'AUTH_ORIGIN'];
    const empty = Object.fromEntries(variables.map((name) => [name, '']));
    expect(readSettings('watch', [], empty)).to.deep.equal(readSettings('watch', [], {}));
    for (const flag of ['content', 'static', 'dest'])
      expect(() => readSettings('build', [`--${flag}=`], {})).to.throw(Failure, `--${flag} needs a folder`);
  });

  it('are listed by --help', async () => {
    for (const [language, usage] of [
      ['zh-CN', '用法：duplex COMMAND'],
      ['en', 'usage: duplex COMMAND'],
    ] as const)
      for (const argv of [['--help'], ['build', '--help']]) {
        const told = await run(['tasks/duplex.js', ...argv], { env: { CONTENT_DIR: content[language] } });
        expect(told).to.include({ code: 0, stderr: '' });
        expect(told.stdout).to.contain(flagsText(language)).and.contain(usage);
      }
  });

  it('cause errors, if they are unknown, in the language of the site or, without a site, of the terminal', async () => {
    const refusal = async (env: Readonly<Record<string, string>>): Promise<string> =>
      (await run(['tasks/duplex.js', 'check', '--nope'], { env })).stderr;
    const terminal = { LANG: 'en_GB.UTF-8' };
    expect(await refusal({ ...terminal, CONTENT_DIR: content['zh-CN'] })).to.match(
      /^没有 --nope 这个参数。“check”的参数有 --content/,
    );
    expect(await refusal({ LANG: 'zh_CN.UTF-8', CONTENT_DIR: content.en })).to.match(
      /^Unknown option '--nope'\. The flags of/,
    );
    expect(await refusal({ ...terminal, CONTENT_DIR: path.join(folder, 'nowhere') })).to.match(/^Unknown option/);
    const init = async (LANG: string): Promise<string> =>
      (await run(['tasks/duplex.js', 'init'], { env: { LANG } })).stderr;
    expect(await init('en_GB.UTF-8')).to.match(/^usage: npx duplex init/);
    expect(await init('zh_CN.UTF-8')).to.match(/^用法：npx duplex init/);
  });

  it('with a missing or superfluous value are reported in both languages', () => {
    for (const [argv, english, chinese] of [
      [['--port'], "Option '--port <value>' argument missing", '--port <value> 后面缺少值'],
      [['--lenient=1'], "Option '--lenient' does not take an argument", '--lenient 后面不能有值'],
      [['--port', '--lenient'], "Option '--port' argument is ambiguous.", '参数后面的值不能以 - 开头'],
    ] as const) {
      const read = (): unknown => readSettings('watch', [...argv], {});
      expect(read).to.throw(Failure, english);
      try {
        read();
      } catch (error) {
        expect((error as Failure).inLanguage('zh-CN').message).to.contain(`${chinese}。“watch”的参数有`);
      }
    }
  });

  it('stand among no words but those that a command takes', async () => {
    const calls = [
      ...(['build', 'check', 'watch', 'clean', 'ai-context'] as const).map((command) => ({ command, argv: ['extra'] })),
      { command: 'new', argv: ['algo-a', 'extra'] } as const,
    ];
    for (const { command, argv } of calls)
      expect(() => readSettings(command, [...argv], {})).to.throw(
        Failure,
        `"extra" does not belong here. The flags of "${command}" are --content`,
      );
    for (const argv of [['extra'], ['--schema', 'extra'], ['--markdown', '--schema'], ['toString']])
      expect(() => describeConfig(argv, 'en')).to.throw(Failure, `"${argv.at(-1)}" does not belong here; usage: `);
    const told = await run(['tasks/duplex.js', 'build', 'check'], { env: { CONTENT_DIR: content['zh-CN'] } });
    expect(told).to.include({ code: 1, stdout: '' });
    expect(told.stderr).to.match(/^这里不能写“check”。“build”的参数有 --content/);
  });

  it('stand among names of tasks of gulp, which are not arguments of a command', async () => {
    const argv = ['-L', 'clean', '--dest', 'clean', '--silent', 'build'];
    expect(withoutTasks('clean', argv)).to.deep.equal(['-L', '--dest', 'clean', '--silent']);
  });

  it('may stand among names of tasks in a call of gulp, but not among other words', async () => {
    writeFiles(content.en, { 'algo-a.md': articleText() });
    const flagsOf = ['--content', content.en, '--dest', path.join(folder, 'public'), '--silent'];
    expect(await gulp('check', 'build', '--series', ...flagsOf)).to.include({ code: 0 });
    const { code, stderr } = await gulpWith({ env: { CONTENT_DIR: content.en } }, 'check', '--lenient', 'extra');
    expect(code).to.equal(1);
    expect(stderr).to.contain('"extra" does not belong here. The flags of "check" are --content');
  });

  for (const [name, usage] of cases<[string, string]>('flags', 'usages')) {
    it(`include --help, which prints the usage of ${name} and does nothing else`, async () => {
      for (const [env, line] of [
        [{ CONTENT_DIR: content.en, LANG: 'en_GB.UTF-8' }, /^usage: [^\n]+\n$/],
        [{ CONTENT_DIR: content['zh-CN'] }, /^用法：[^\n]+\n$/],
      ] as const) {
        const told = await run(['tasks/duplex.js', name, 'nowhere', '--help'], { env });
        expect(told).to.include({ code: 0, stderr: '' });
        expect(told.stdout).to.match(line).and.contain(usage);
      }
    });
  }
});
