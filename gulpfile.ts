// The names of the commands; what they do is in tasks/.
// Each is loaded when it is asked for: none waits for another's modules. And what is imported so is a module: required, the
// packages would come in their older forms, and the build would take a tenth longer.
import { readSettings } from './tasks/settings.ts';

export const build = async (): Promise<void> => (await import('./tasks/build.ts')).build(readSettings('build'));
build.description = 'content and static -> public/';

export const check = async (): Promise<void> => (await import('./tasks/check.ts')).check(readSettings('check'));
check.description = 'the same validation, writes nothing';

export const watch = async (): Promise<void> => (await import('./tasks/watch.ts')).watch(readSettings('watch'));
watch.description = 'build, drafts too, into .cache/watch/, serve, rebuild on change, reload the browser';

export const clean = async (): Promise<void> => (await import('./tasks/clean.ts')).clean(readSettings('clean'));
clean.description = "remove the output, the watcher's, and the cache";

export default build;
