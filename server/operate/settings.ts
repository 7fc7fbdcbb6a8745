// `npm run settings`: prints every variable of the login backend, as in .env.example.
import { names, variables } from '../environment.ts';
import type { Name, VariableDefinition } from '../environment.ts';
import { runCommand } from '../failure.ts';
import meanings from '../settings.json' with { type: 'json' };
import { printedHelpOnly } from '../usage.ts';

/** The variables are printed in three groups. */
const groupOf = (name: Name): number =>
  'required' in variables[name] || name === 'NODE_ENV' ? 0 : 'deployed' in variables[name] ? 1 : 2;
const inGroup = (group: number): string[] => names.filter((name) => groupOf(name) === group).flatMap(toLines);

function toLines(name: Name): string[] {
  const { default: defaultText = '', example = defaultText }: VariableDefinition<unknown> = variables[name];
  return [...wrap(meanings[name].en), `${name}=${example}`];
}

/** Wraps a comment. */
function wrap(text: string): string[] {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length > 118) lines.push('#');
    lines.push(`${lines.pop()!} ${word}`);
  }
  return lines;
}

const lines = [
  '# Settings of `node server`. In development every setting has a default; in production the first group is required.',
  ...inGroup(0),
  '',
  '# An installation by server/deploy/README.md also needs these: Redis for several instances, the number of proxies,',
  "# WeChat's fragment, and the page on which a login ends.",
  ...inGroup(1),
  '',
  '# The defaults of the other settings are usually right.',
  ...inGroup(2),
];
const usage = 'npm run settings   prints every variable of the login service in the format of .env';

void runCommand(() => {
  if (!printedHelpOnly(usage)) process.stdout.write(`${lines.join('\n')}\n`);
  return Promise.resolve();
});
