// Tests that timing measures nothing until it is started, and then makes a table of parts and steps.
import { expect } from 'chai';
import { startTiming, takeTimingText, timed, timePart } from '../../../tasks/stages/timing.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { gulp } from '../../support/command.ts';
import { withFolder } from '../../support/defects.ts';

/** Keeps the thread busy, so that the time is measurable even on a fast machine. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const namesIn = (table: string): string[] =>
  table.split('\n').flatMap((line) => /^( *\S.*?) {2,}\d/.exec(line)?.[1] ?? []);

describe('the timing of a command', () => {
  it('does not wrap functions, and has no table, until it is started', async () => {
    expect(timed('work', work)).to.equal(work);
    expect(await timePart('part', () => 'made')).to.equal('made');
    expect(takeTimingText()).to.equal('');
  });

  it('shows each part with its steps in order, and then begins again', async () => {
    startTiming();
    const step = timed('step', work);
    await timePart('first', () => step(5));
    await timePart('second', async () => {
      timed('other step', work)(5);
      await timed('waiting', (time: number) => new Promise((done) => setTimeout(done, time)))(5);
    });
    await timePart('first', () => work(5));
    const table = takeTimingText();
    expect(table).to.match(/^ +wall ms +CPU ms +share\n/);
    expect(namesIn(table)).to.deep.equal(['start', 'first', '  step', 'second', '  other step', '  waiting', 'total']);
    expect(takeTimingText()).to.equal('');
    await timePart('later', () => step(5));
    expect(namesIn(takeTimingText())).to.deep.equal(['later', '  step', 'total']);
  });

  it('adds the steps after a nested part to the part around it', async () => {
    startTiming();
    const step = timed('step', work);
    await timePart('outer', async () => {
      await timePart('inner', () => work(5));
      step(5);
    });
    expect(namesIn(takeTimingText())).to.deep.equal(['start', 'outer', '  step', 'inner', 'total']);
  });

  it('ends a part and a step that fail', async () => {
    startTiming();
    const fail = timed('step', () => Promise.reject(new Error('wrong')));
    const error = await timePart('part', fail).catch((reason: unknown) => reason);
    expect(error).to.be.an('error').with.property('message', 'wrong');
    await timePart('next', () => work(5));
    expect(namesIn(takeTimingText())).to.contain('next');
  });
});

describe('--verbose', () => {
  it('shows the stages by name on stderr, and does not change stdout', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'algo-one.md': articleText(), 'algo-two.md': articleText({ title: '"另一篇"' }) });
      const quiet = await gulp('check', '--content', folder, '--format', 'json');
      const loud = await gulp('check', '--content', folder, '--format', 'json', '--verbose');
      expect(loud).to.include({ code: quiet.code, stdout: quiet.stdout });
      expect(quiet.stderr).to.equal('');
      expect(namesIn(loud.stderr)).to.include.members(['start', 'read', '  parse', 'human', '  render', 'total']);
    });
  });
});
