// The names of the commands; what they do is in tasks/.
import { build as buildSite } from './tasks/build.ts';
import { check as checkSite } from './tasks/check.ts';
import { clean as cleanSite } from './tasks/clean.ts';
import { readSettings } from './tasks/settings.ts';

export const build = async (): Promise<void> => buildSite(readSettings('build'));
build.description = 'content and static -> public/';

export const check = async (): Promise<void> => checkSite(readSettings('check'));
check.description = 'the same validation, writes nothing';

// Loaded when it is asked for: a build need not wait for a server's modules.
export const watch = async (): Promise<void> => (await import('./tasks/watch.ts')).watch(readSettings('watch'));
watch.description = 'build, serve, rebuild on change, reload the browser';

export const clean = async (): Promise<void> => cleanSite(readSettings('clean'));
clean.description = 'remove the output';

export default build;
