// Blocks of code: a button that copies, and one that wraps where a line is too long.
import { words } from '../words.ts';
import { canCopy, copy, createButton } from './copy.ts';

export function armCode(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('.code')) {
    const pre = block.querySelector('pre')!;
    const buttons = document.createElement('div');
    buttons.className = 'code-buttons';
    if (pre.scrollWidth > pre.clientWidth) buttons.append(createWrapButton(pre));
    if (canCopy()) {
      const button = createButton(words.copy, () => void copy(toCode(pre)));
      button.setAttribute('aria-label', words.copyCode);
      buttons.append(button);
    }
    if (buttons.childElementCount > 0) block.append(buttons);
  }
  for (const pre of root.querySelectorAll<HTMLElement>('pre.copied')) {
    if (canCopy()) pre.after(createButton(words.copy, () => void copy(pre.textContent)));
  }
}

function createWrapButton(pre: HTMLElement): HTMLButtonElement {
  const button = createButton(words.wrapLines, () => {
    const wraps = pre.classList.toggle('wraps');
    button.setAttribute('aria-pressed', String(wraps));
  });
  button.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-label', words.wrapLinesFully);
  return button;
}

/** The code alone: of a session in a shell what was typed, without the prompt's signs and without the answers. */
export function toCode(pre: HTMLElement): string {
  const code = pre.textContent.replace(/\n$/, '');
  const prompts = [...pre.querySelectorAll('.prompt_')].map(({ textContent }) => textContent);
  if (prompts.length === 0) return code;
  return code
    .split('\n')
    .flatMap((line) => {
      const prompt = prompts.find((sign) => line.startsWith(sign));
      return prompt === undefined ? [] : [line.slice(prompt.length).trimStart()];
    })
    .join('\n');
}
