// File names cannot control a terminal or a log, and cannot begin a line.
import { expect } from 'chai';
import fc from 'fast-check';
import { formatDefect, formatDefectsJson } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { message, textOf } from '#pdc/words/message';
import { printable } from '#pdc/words/printable';
import { reportDefects } from '../../../../tasks/report/defect-report.ts';
import { listen } from '../../../support/command.ts';

const odd = fc.constantFrom(
  '\n',
  '\r',
  '\t',
  '\x1b[1A',
  '\x07',
  '\u009b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u200b',
  '\ud800',
  '\n::error file=x::PWNED',
  'a',
  '名',
  ' ',
);
const name = fc.oneof(
  fc.array(odd).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const defectOf = (file: string): Defect => ({
  file,
  line: 1,
  column: 1,
  severity: 'error',
  rule: 'links',
  message: message('linkDead', { link: file }),
});

describe('the name of a file', () => {
  it('stays on one line and shows every invisible character', () => {
    fc.assert(
      fc.property(name, (file) => {
        expect(formatDefect(defectOf(file), 'en')).to.not.match(/^(?:::|##)/);
        for (const line of [
          formatDefect(defectOf(file), 'en'),
          printable(file),
          textOf(message('linkDead', { link: file }), 'zh-CN'),
        ]) {
          expect(line).to.not.match(unseen);
        }
      }),
      { numRuns: 1000, seed: 20261125, examples: [['::error file=x::PWNED.md']] },
    );
  });

  it('is escaped wherever a build lists it, and unchanged in JSON', async () => {
    const file = 'b\n::error file=x::PWNED\n\x1b[1A.md';
    const opened = { ...defectOf(file), severity: 'warn' as const, message: message('passwordEmptyOpen') };
    const stderr = await listen(async () =>
      reportDefects([defectOf(file), opened], { format: 'text', lenient: true, language: 'en' }),
    );
    for (const line of stderr.split('\n')) expect(line).to.not.match(unseen).and.not.match(/^::/);
    expect(stderr.split('\n').filter((line) => line.includes('PWNED'))).to.have.length(4);
    expect((JSON.parse(formatDefectsJson([defectOf(file)], 'en')) as Defect[])[0]!.file).to.equal(file);
  });

  it('keeps the joiners of emoji', () => expect(printable('👩‍💻.md')).to.equal('👩‍💻.md'));
});
