// Runs `gulp watch` as a user does, and builds the same input for a comparison.
import { once } from 'node:events';
import path from 'node:path';
import { fillBeside } from '../../tasks/output/output-folder.ts';
import { publish } from '../../tasks/flow/publish.ts';
import { readEdition } from '../../tasks/flow/read-edition.ts';
import { start } from './command.ts';
import { fixtures } from './defects.ts';

export const statics = path.join(fixtures, 'static');

export type PageState = { readonly version: string; readonly faults: readonly string[] };

export type Watcher = {
  /** The address of the site, with the path of its base URL and a trailing slash. */
  readonly address: string;
  readonly origin: string;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Waits until the watcher has printed a text. */
  readonly says: (text: string | RegExp) => Promise<void>;
  /** The events that open pages get; a new listener gets the current state at once. */
  readonly told: () => AsyncGenerator<PageState>;
  /** Waits for a condition, which is checked after each event. */
  readonly until: (holds: (told: PageState) => boolean | Promise<boolean>) => Promise<PageState>;
  readonly interrupt: (signal: 'SIGINT' | 'SIGTERM') => Promise<number | null>;
};

/** Starts the watcher, does the work once the watcher has printed its address, and ends the watcher. */
export async function withWatcher<T>(
  args: readonly string[],
  work: (watcher: Watcher) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const child = start(['node_modules/gulp/bin/gulp.js', 'watch', '--port', '0', ...args], { env });
  const closed = once(child, 'close');
  // Without this limit, mocha would wait for the child process of a test that timed out.
  const limit = AbortSignal.timeout(240_000);
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const printed = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const address = /^(http:\/\/localhost:\d+\S*) /m.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  try {
    const address = await Promise.race([printed, closed.then(() => Promise.reject(new Error(`it ended: ${stderr}`)))]);
    const origin = new URL(address).origin;
    const told = (): AsyncGenerator<PageState> => listen(`${origin}/.duplex/events`, limit);
    return await work({
      address,
      origin,
      output: () => ({ stdout, stderr }),
      async says(text) {
        const streams = [child.stdout, child.stderr];
        while (!(stdout + stderr).match(text))
          await Promise.race(streams.map((stream) => once(stream, 'data', { signal: limit })));
      },
      told,
      async until(holds) {
        for await (const one of told()) if (await holds(one)) return one;
        throw new Error('the watcher ended');
      },
      async interrupt(signal) {
        child.kill(signal);
        await closed;
        return child.exitCode;
      },
    });
  } finally {
    child.kill('SIGKILL');
    await closed;
  }
}

async function* listen(url: string, limit: AbortSignal): AsyncGenerator<PageState> {
  const controller = new AbortController();
  try {
    const { body } = await fetch(url, { signal: AbortSignal.any([controller.signal, limit]) });
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const messages = `${text}${chunk}`.split('\n\n');
      text = messages.pop()!;
      for (const message of messages) yield JSON.parse(message.replace(/^data: /, '')) as PageState;
    }
  } finally {
    controller.abort();
  }
}

export type CleanBuild = {
  readonly content: string;
  readonly statics: string;
  readonly dest: string;
  readonly baseUrl: string;
};

/** Builds the input, with drafts, into `dest`. */
export async function buildClean({ dest, ...input }: CleanBuild): Promise<void> {
  const edition = await readEdition({ ...input, lenient: false, drafts: true });
  const { deliver } = publish(edition, { minified: true });
  (await fillBeside(dest, { deliver, onFile: () => {} })).swapIn();
}
