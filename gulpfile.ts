// The commands of gulp, with their descriptions for `gulp --tasks` in both languages; tasks/commands.ts lists all
// commands. This file is written without types, because Node 20 reads it as JavaScript (.gulp.mjs).
import { toTask } from './tasks/gulp.js';

export const build = toTask(
  'build',
  'publishes content/ and static/ to public/ | 把 content/ 和 static/ 发布到 public/',
);
export const check = toTask('check', 'validates like build, writes nothing | 校验，不写任何文件');
export const watch = toTask('watch', 'previews with drafts, reloads on every save | 预览，含草稿，保存后自动刷新');
export const clean = toTask('clean', 'removes what was built, and the cache | 删除生成的文件和缓存');

export default build;
