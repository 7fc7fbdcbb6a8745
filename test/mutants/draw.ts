// Draws random lines for a person to break. The lines are in code that handles foreign input, they decide or do
// something, and lines.diff does not quote them.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repository } from '../support/command.ts';
import { readLines } from './lines.ts';

const exposed = [
  /^server\/(?!words|usage|endpoints)[\w-]+\.ts$/,
  /^server\/(?:db|mcp|process|providers|routes|services|stores)\/.+\.ts$/,
  /^tasks\/(?:adopt\/(?:adoption-plan|article-names|blog|blog-folder)|repository\/.+)\.ts$/,
  /^tasks\/(?:flow\/checks|output|pdc\/(?:article|locked|markdown|text)|stages|theme\/(?:pages|parts))\/.+\.ts$/,
  /^tasks\/theme\/client\/(?:account|keys|login|relay|session|unlock)\.ts$/,
];

/** All such lines as `file:line  text`. The order depends on the seed; edits of other lines do not change it. */
export function draw(seed: string): readonly string[] {
  const quoted = readLines();
  const files = ['server', 'tasks'].flatMap((folder) =>
    (readdirSync(path.join(repository, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
  );
  const outdated = exposed.filter((names) => !files.some((file) => names.test(file)));
  if (outdated.length > 0) throw new Error(`no file matches ${outdated.join(' or ')}: correct test/mutants/draw.ts`);
  return files
    .filter((file) => exposed.some((names) => names.test(file)) && !file.endsWith('.d.ts'))
    .flatMap((file) => linesThatDo(file).map((line) => ({ file, ...line })))
    .filter(({ file, text }) => !quoted.some((line) => line.file === file && text.includes(line.from)))
    .map((line) => ({
      ...line,
      at: createHash('sha256').update([seed, line.file, line.text, line.nth].join('\n')).digest('hex'),
    }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ file, line, text }) => `${file}:${line}  ${text}`);
}

/** `nth`: how many equal lines come before it in the file. */
function linesThatDo(file: string): { line: number; nth: number; text: string }[] {
  const whole = readFileSync(path.join(repository, file), 'utf8');
  const source = ts.createSourceFile(file, whole, ts.ScriptTarget.Latest, true);
  const found = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const place of placesOf(node, source)) found.add(source.getLineAndCharacterOfPosition(place).line);
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  const texts = whole.split('\n').map((text) => text.trim());
  return [...found].map((index) => {
    const text = texts[index]!;
    return { line: index + 1, nth: texts.slice(0, index).filter((other) => other === text).length, text };
  });
}

/** The places of conditions, calls, operators, numbers and patterns, and the lines of texts such as SQL statements. */
function placesOf(node: ts.Node, source: ts.SourceFile): readonly number[] {
  if (ts.isCallExpression(node)) return [node.expression.getEnd()];
  if (ts.isBinaryExpression(node)) return [node.operatorToken.getStart(source)];
  if (ts.isConditionalExpression(node)) return [node.questionToken.getStart(source), node.colonToken.getStart(source)];
  if (ts.isTemplateLiteral(node)) {
    const breaks = [...node.getText(source).matchAll(/\n/g)].map(({ index }) => node.getStart(source) + index + 1);
    return [node.getStart(source), ...breaks];
  }
  const doing = [
    ts.isIfStatement,
    ts.isThrowStatement,
    ts.isAwaitExpression,
    ts.isRegularExpressionLiteral,
    ts.isNumericLiteral,
    ts.isPrefixUnaryExpression,
    ts.isSpreadAssignment,
    ts.isBreakOrContinueStatement,
  ];
  return doing.some((is) => is(node)) ? [node.getStart(source)] : [];
}
