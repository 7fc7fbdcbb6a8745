// Reads the counted parts of a source file: imports, comments, declared names, non-null assertions.
import { posix } from 'node:path';
import ts from 'typescript';

export type Source = {
  /** The path from the repository. */
  readonly name: string;
  /** Files of the repository that it imports, including types. */
  readonly imports: readonly string[];
  readonly comments: readonly string[];
  readonly commentLines: number;
  /** Lines that are neither empty nor only a comment. */
  readonly codeLines: number;
  readonly nonNull: number;
  /** The names of variables, parameters, functions, types and their members. */
  readonly declared: readonly string[];
  readonly exportedFunctions: readonly { readonly name: string; readonly isCommented: boolean }[];
};

/** Names that do not say what they are. */
export const oddNames: ReadonlySet<string> = new Set(
  `known found own before after given whole written said told each one other others another some rest held closed loose beside
  spared made shown taken seen left kept read asked wanted called put set meant fresh usual mine ours it that what who`.split(
    /\s+/,
  ),
);

export function readSource(name: string, text: string): Source {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  const declared: string[] = [];
  const exportedFunctions: { name: string; isCommented: boolean }[] = [];
  let nonNull = 0;
  const isCommented = (node: ts.Node): boolean =>
    (ts.getLeadingCommentRanges(text, node.getFullStart())?.length ?? 0) > 0;

  function visit(node: ts.Node): void {
    if (ts.isNonNullExpression(node)) nonNull += 1;
    const specifier = specifierOf(node);
    if (specifier !== undefined) imports.push(...pathOf(specifier, name));
    if (isDeclaration(node) && ts.isIdentifier(node.name)) declared.push(node.name.text);
    const exported = functionOf(node);
    if (exported !== undefined) exportedFunctions.push({ name: exported, isCommented: isCommented(node) });
    ts.forEachChild(node, visit);
  }
  visit(file);
  const comments = commentsOf(file);
  const commentLines = comments.reduce((sum, comment) => sum + comment.split('\n').length, 0);
  const filled = text.split('\n').filter((line) => !/^\s*(?:\/\/.*|\/\*.*|\*.*)?$/.test(line));
  return { name, imports, comments, commentLines, codeLines: filled.length, nonNull, declared, exportedFunctions };
}

const isDeclaration = (node: ts.Node): node is ts.Node & { readonly name: ts.Node } =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  (ts.isFunctionExpression(node) && node.name !== undefined);

function functionOf(node: ts.Node): string | undefined {
  const isExported = (ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []).some(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
  );
  if (!isExported) return undefined;
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  const declaration = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : undefined;
  const value = declaration?.initializer;
  if (!value || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return undefined;
  return ts.isIdentifier(declaration.name) ? declaration.name.text : undefined;
}

function specifierOf(node: ts.Node): string | undefined {
  const literal =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined;
  return literal && ts.isStringLiteral(literal) ? literal.text : undefined;
}

/** The file of the repository that a specifier names; undefined for a package. */
function pathOf(specifier: string, from: string): string[] {
  if (specifier.startsWith('#pdc/')) return [`tasks/pdc/${specifier.slice('#pdc/'.length)}.ts`];
  return /^\.\.?\//.test(specifier) ? [posix.join(posix.dirname(from), specifier)] : [];
}

/** The text of every comment; consecutive `//` lines are one comment. */
function commentsOf(file: ts.SourceFile): string[] {
  const { text } = file;
  const ranges = new Map<number, ts.CommentRange>();
  const note = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) ranges.set(range.pos, range);
    node.getChildren(file).forEach(note);
  };
  note(file);
  const comments: string[] = [];
  let end = -1;
  for (const range of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const words = text
      .slice(range.pos, range.end)
      .replace(/^\/\*\*?|\*\/$/g, '')
      .replace(/^\s*(?:\*|\/\/) ?/gm, '')
      .trim();
    if (/^\s*$/.test(text.slice(end, range.pos)) && end >= 0 && text.startsWith('//', range.pos))
      comments.push(`${comments.pop()!}\n${words}`);
    else comments.push(words);
    end = range.end;
  }
  return comments;
}
