// Prints every difference between the pages of a built site and their Markdown, and fails if words are lost:
// `npm run texts -- SITE`.
import process from 'node:process';
import { differencesOf } from './text.ts';

const [site = 'public'] = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const cut = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}...` : text);

const differences = differencesOf(site);
for (const { slug, side, words, line } of differences) print(`${slug}  ${side}  ${cut(words)}\n    ${cut(line)}`);
const count = (wanted: string): number => differences.filter(({ side }) => side === wanted).length;
print(`${count('lost')} lines lose words, ${count('added')} have words that the Markdown does not show`);
process.exitCode = count('lost') === 0 ? 0 : 1;
