// The table of flags, and what is made from it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { flags, flagsMarkdown, flagsText } from '../../../tasks/settings/flags.ts';
import { readSettings } from '../../../tasks/settings/settings.ts';
import type { Flag } from '../../../tasks/settings/flags.ts';
import { repository, run } from '../../support/command.ts';
import { cases } from '../../support/cases.ts';

describe('the flags', () => {
  it('are told by tasks/README.md as the table has them', () => {
    expect(readFileSync(path.join(repository, 'tasks/README.md'), 'utf8')).to.contain(flagsMarkdown());
  });

  it('are taken by their commands and by no other', () => {
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

  it('are told by --help', async () => {
    for (const argv of [['--help'], ['build', '--help']]) {
      const told = await run(['tasks/duplex.js', ...argv]);
      expect(told).to.include({ code: 0, stderr: '' });
      expect(told.stdout).to.contain(flagsText()).and.contain('usage: duplex COMMAND');
    }
  });

  for (const [name, usage] of cases<[string, string]>('flags', 'usages')) {
    it(`give way to the usage of ${name}, which nothing else is done for`, async () => {
      const told = await run(['tasks/duplex.js', name, 'nowhere', '--help']);
      expect(told).to.include({ code: 0, stderr: '' });
      expect(told.stdout)
        .to.match(/^usage: [^\n]+\n$/)
        .and.contain(usage);
    });
  }
});
