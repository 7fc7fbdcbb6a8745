// `npm run settings`: prints every variable of the login backend, as in .env.example.
import { languageOfTerminal } from '../login-config.ts';
import { names, variables } from '../environment.ts';
import type { Name, VariableDefinition } from '../environment.ts';
import { runCommand } from '../command-failure.ts';
import meanings from '../settings.json' with { type: 'json' };
import { printedHelpOnly } from '../command-help.ts';
import type { Words } from '../bilingual-text.ts';

// Scripts may read the output, so without a language it is English.
const language = languageOfTerminal({ unset: 'en' });

/** The variables are printed in three groups. */
const groupOf = (name: Name): number =>
  'required' in variables[name] || name === 'NODE_ENV' ? 0 : 'deployed' in variables[name] ? 1 : 2;
const inGroup = (group: number): string[] => names.filter((name) => groupOf(name) === group).flatMap(toLines);

function toLines(name: Name): string[] {
  const { default: defaultText = '', example = defaultText }: VariableDefinition<unknown> = variables[name];
  return [...wrap(meanings[name][language]), `${name}=${example}`];
}

/** Wraps a comment of English words. Chinese is written without spaces to break at, and its comments are short. */
function wrap(text: string): string[] {
  if (language === 'zh') return [`# ${text}`];
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + word.length > 118) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

const titles: readonly Words[] = [
  {
    en: 'Settings of `node server`. In development every setting has a default; in production the first group is required.',
    zh: '`node server` 的设置。开发模式下都有默认值；生产环境必须设置第一组。',
  },
  {
    en: "An installation by server/deploy/README.md also needs these: Redis for several instances, the number of proxies, WeChat's fragment, and the page on which a login ends.",
    zh: '按 server/deploy/README.md 部署时还需要：多个实例共用的 Redis、代理的层数、微信登录页的片段、登录结束后打开的页面。',
  },
  { en: 'The defaults of the other settings are usually right.', zh: '其余设置的默认值通常就合适。' },
];
const usage: Words = {
  en: 'npm run settings   prints every variable of the login service in the format of .env',
  zh: 'npm run settings   以 .env 的格式打印登录服务的全部变量',
};

void runCommand(() => {
  const groups = titles.map((title, group) => [...wrap(title[language]), ...inGroup(group)].join('\n'));
  if (!printedHelpOnly(usage[language])) process.stdout.write(`${groups.join('\n\n')}\n`);
  return Promise.resolve();
});
