// `gulp watch`: builds, serves, republishes stale files after every change, and reloads open pages.
import { themeFiles } from './flow/statics.ts';
import { translating } from './lenient.ts';
import { holdOutput } from './output/output-folder.ts';
import { nameOf } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';
import { createAnswers } from './watch/serve/answers.ts';
import { createChangeQueue } from './watch/notice/change-queue.ts';
import { bursts } from './watch/notice/bursts.ts';
import { createRounds } from './watch/rebuild/rounds.ts';
import { listen } from './watch/serve/listen.ts';
import { createLiveState } from './watch/live-state.ts';
import { message, textOf } from '#pdc/words/message';

/** Watches until the signal aborts, by default at an interrupt. Throws a Failure if it cannot start. */
export async function watch(settings: Settings, signal = interrupted()): Promise<void> {
  await holdOutput(settings, () => watchUnderLock(settings, signal));
}

async function watchUnderLock(settings: Settings, signal: AbortSignal): Promise<void> {
  const state = createLiveState();
  const server = await listen(createAnswers({ ...settings, state }), settings.port);
  const changes = createChangeQueue(signal);
  const { first, next, hasPendingWork } = createRounds({
    ...settings,
    ...(await translating(settings.lenient)),
    port: server.port,
    state,
    changes,
    signal,
  });
  const { content, statics, follow } = settings;
  const watched = { trees: [content, statics], files: themeFiles, follow };
  const savedBursts = bursts({ ...watched, changes, hasPendingWork, signal });
  try {
    await savedBursts.next();
    await first();
    const { base, language } = state.current();
    if (!signal.aborted) announce(settings, { address: `http://localhost:${server.port}${base}/`, language });
    for await (const burst of savedBursts) await next(burst);
  } finally {
    await savedBursts.return();
    await server.close();
  }
}

function announce(
  { content, statics }: Settings,
  { address, language }: { readonly address: string; readonly language: string },
): void {
  const text = message('watching', { address, content: nameOf(content), statics: nameOf(statics) });
  process.stdout.write(`${textOf(text, language)}\n`);
}

/** Aborts at the first interrupt. A second interrupt finds no listener, so it kills the process. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end);
  // Writing to stdout fails when the terminal was closed.
  process.stdout.once('error', end);
  return controller.signal;
}
