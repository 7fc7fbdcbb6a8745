// The names of gulp's commands; what they do is in tasks/, and tasks/commands.ts has them all. It names no type: Node 20
// reads it as JavaScript (.gulp.mjs).
import { toTask } from './tasks/gulp.js';

export const build = toTask('build', 'content and static -> public/');
export const check = toTask('check', 'the same validation, writes nothing');
export const watch = toTask(
  'watch',
  'build, drafts too, into .cache/watch/, serve, rebuild on change, reload the browser',
);
export const clean = toTask('clean', "remove the output, the watcher's, and the cache");

export default build;
