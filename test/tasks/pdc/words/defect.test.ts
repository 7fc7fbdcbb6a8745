// Defects: their severity, order and words.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { formatDefect, formatDefectsJson, severityOf, sortDefects, toDefects } from '#pdc/words/defect';
import type { Defect, Finding } from '#pdc/words/defect';
import { message, textOf } from '#pdc/words/message';
import { rules } from '#pdc/words/rules';
import type { RuleId, Setting } from '#pdc/words/rules';
import { checkedRules, describeRules } from '../../../../tasks/flow/checks/checked-rules.ts';
import { repository } from '../../../support/command.ts';
import { cases } from '../../../support/cases.ts';

const defect = (own: Partial<Defect> = {}): Defect => ({
  file: 'a.md',
  line: 2,
  column: 3,
  severity: 'error',
  rule: 'tags',
  message: message('tagTwice', { tag: 'a' }),
  ...own,
});

describe('a defect', () => {
  it('is one line for people', () => {
    expect(formatDefect(defect(), 'en')).to.equal('a.md:2:3  error  tags  tags must be distinct: "a" is listed twice');
    const lines = defect({ severity: 'warn', message: message('tagTwice', { tag: 'a\n  b' }) });
    expect(formatDefect(lines, 'zh-CN')).to.equal('a.md:2:3  warn  tags  tags 不能重复：“a\\n b”出现了两次');
  });

  it('is an object with these keys in JSON', () => {
    expect(formatDefectsJson([], 'en')).to.equal('[]\n');
    const [one, two] = [defect({ message: message('tagTwice', { tag: '"一"\n二' }) }), defect()];
    const text = formatDefectsJson([one, two], 'en');
    const inWords = (each: Defect): object => ({ ...each, message: textOf(each.message, 'en') });
    expect(JSON.parse(text)).to.deep.equal([one, two].map(inWords));
    expect(text.split('\n')[1]).to.match(
      /^\{"file":"a\.md","line":2,"column":3,"severity":"error","rule":"tags","message":"/,
    );
  });

  it('is sorted by path and position, numbers as numbers, paths by code unit', () => {
    const sorted = [
      defect({ file: 'B.md', line: 9, column: 9 }),
      defect({ file: 'a-b.md' }),
      defect({ line: 2, column: 3, rule: 'date' }),
      defect({ line: 2, column: 3 }),
      defect({ line: 2, column: 10 }),
      defect({ line: 10, column: 1 }),
      defect({ file: 'é.md' }),
      defect({ file: '二.md' }),
    ];
    expect(sortDefects([...sorted].reverse())).to.deep.equal(sorted);
  });
});

describe('the severity of a rule', () => {
  const fixed: readonly RuleId[] = ['front-matter', 'date', 'outside'];
  const warnings: readonly RuleId[] = ['password-strength', 'html-word', 'template-tags', 'formulas'];

  it('is error, except for weak passwords, words in brackets, tags of other engines and formulas', () => {
    for (const { id } of rules)
      expect(severityOf(id, { settings: {}, lenient: false }), id).to.equal(warnings.includes(id) ? 'warn' : 'error');
  });

  it('is a warning in a lenient build for the rules that have a fallback', () => {
    for (const { id } of rules)
      expect(severityOf(id, { settings: {}, lenient: true }), id).to.equal(fixed.includes(id) ? 'error' : 'warn');
  });

  for (const [setting, lenient, expected] of cases<[Setting, boolean, Setting]>('defect', 'settings')) {
    it(`is as the site sets it: ${setting}${lenient ? ', lenient' : ''}`, () => {
      expect(severityOf('tags', { settings: { tags: setting }, lenient })).to.equal(expected);
    });
  }

  for (const [always, setting, expected] of cases<[Finding['always'], Setting, Setting[]]>(
    'defect',
    'findings with a severity of their own',
  )) {
    it(`depends on always (${always ?? 'not set'}) and on the setting (${setting})`, () => {
      const finding: Finding = {
        rule: 'types',
        place: { line: 4, column: 5 },
        message: message('titleMissing'),
        ...(always && { always }),
      };
      const defects = toDefects([finding], { file: 'a.md', settings: { types: setting }, lenient: false });
      expect(defects).to.deep.equal(
        expected.map((severity) => ({
          file: 'a.md',
          line: 4,
          column: 5,
          severity,
          rule: 'types',
          message: message('titleMissing'),
        })),
      );
    });
  }
});

describe('the table of rules', () => {
  it('is shown in tasks/README.md', () => {
    expect(readFileSync(path.join(repository, 'tasks/README.md'), 'utf8')).to.include(`\n${describeRules('en')}`);
  });

  it('names functions that report the rule, and sections of the protocol', () => {
    const protocol = readFileSync(path.join(repository, 'static/pdc-protocol.md'), 'utf8');
    for (const [id, { section, checks }] of Object.entries(checkedRules)) {
      if (section !== undefined) expect(protocol).to.include(`\n## ${section} `);
      for (const check of checks) expect(String(check), check.name).to.match(new RegExp(`(["'])${id}\\1`));
    }
  });
});
