// Remarks at the end of a line of code that set how the line is shown: `// [!code ++]`, as VitePress has them. People
// see the line without the remark; machines get the source as it was written.

export type CodeMark = 'marked' | 'added' | 'removed';

const kinds: Readonly<Record<string, CodeMark>> = {
  '++': 'added',
  '--': 'removed',
  highlight: 'marked',
  hl: 'marked',
  focus: 'marked',
  warning: 'marked',
  error: 'marked',
};

const remark =
  /[ \t]*(?:\/\/|\/\*|<!--|--|[#;%])[ \t]*\[!code (\+\+|--|highlight|hl|focus|warning|error)(?::(\d{1,4}))?\][ \t]*(?:\*\/|-->)?[ \t]*$/;

/**
 * The maximum number of lines that one remark can mark. This limits the work, because each line of a long block can
 * have a remark.
 */
const maxMarked = 1000;

/**
 * The text as people read it, and its marked lines, counted from 1. A remark that is alone on its line applies to the
 * lines after it.
 */
export function readCodeMarks(code: string): { text: string; marks: Map<number, CodeMark> } {
  const marks = new Map<number, CodeMark>();
  if (!code.includes('[!code ')) return { text: code, marks };
  const lines: string[] = [];
  for (const line of code.split('\n')) {
    const [remarkText = '', kind = '', count = '1'] = remark.exec(line) ?? [];
    const mark = kinds[kind];
    const text = mark === undefined ? line : line.slice(0, line.length - remarkText.length);
    const isAlone = mark !== undefined && text.trim() === '';
    if (mark !== undefined) {
      const last = lines.length + Math.min(Number(count), maxMarked);
      for (let at = lines.length + 1; at <= last; at += 1) marks.set(at, mark);
    }
    if (!isAlone) lines.push(text);
  }
  return { text: lines.join('\n'), marks };
}
