// `npm run settings`: every variable of the login backend, as .env.example has them.
import { names, variables } from '../environment.ts';
import type { Name, VariableDefinition } from '../environment.ts';
import { runCommand } from '../failure.ts';
import meanings from '../settings.json' with { type: 'json' };
import { printedHelpOnly } from '../usage.ts';

/** `npm run settings` prints the variables in three groups: this is the index of one. */
const groupOf = (name: Name): number =>
  'required' in variables[name] || name === 'NODE_ENV' ? 0 : 'deployed' in variables[name] ? 1 : 2;
const inGroup = (group: number): string[] => names.filter((name) => groupOf(name) === group).flatMap(toLines);

function toLines(name: Name): string[] {
  const { default: defaultText = '', example = defaultText }: VariableDefinition<unknown> = variables[name];
  return [...wrap(meanings[name].en), `${name}=${example}`];
}

/** A comment of lines that fit. */
function wrap(text: string): string[] {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length > 118) lines.push('#');
    lines.push(`${lines.pop()!} ${word}`);
  }
  return lines;
}

const lines = [
  '# What `node server` reads. In development everything has a default; with NODE_ENV=production the first group has none.',
  ...inGroup(0),
  '',
  '# What server/deploy/README.md sets up needs these as well: Redis where more than one instance runs, the proxy in front,',
  "# WeChat's own fragment, the page where a login ends.",
  ...inGroup(1),
  '',
  '# The rest has defaults that fit.',
  ...inGroup(2),
];
const usage = 'npm run settings   prints every variable of the login service, in the form of .env';

void runCommand(() => {
  if (!printedHelpOnly(usage)) process.stdout.write(`${lines.join('\n')}\n`);
  return Promise.resolve();
});
