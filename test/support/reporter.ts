// Mocha's spec report, followed by the slowest files.
import path from 'node:path';
import mocha from 'mocha';
import type { MochaOptions, Runner, Test } from 'mocha';

const shown = 8;

export default class Reporter extends mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const seconds = new Map<string, number>();
    runner.on('test end', ({ file = '', duration = 0 }: Test) => {
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
    });
    // A browser on a busy machine may be late. A test that fails and then passes is named, so that nobody believes that
    // it is stable.
    runner.on('retry', (test: Test, { message }: Error) => {
      console.log(`  tried again: ${test.fullTitle()}: ${message}`);
    });
    runner.on('end', () => {
      const longest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, shown);
      for (const [file, time] of longest) console.log(`  ${time.toFixed(0).padStart(4)} s  ${path.relative('', file)}`);
    });
  }
}
