// Mocha's own report, and what that keeps to itself: why a test was tried again.
import mocha from 'mocha';
import type { MochaOptions, Runner, Test } from 'mocha';

export default class Reporter extends mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    runner.on('retry', (test: Test, error: Error) => {
      console.log(`  tried again: ${test.titlePath().join(' > ')}\n${error.stack ?? error.message}`);
    });
  }
}
