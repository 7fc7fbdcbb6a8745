// Blocks of code: a button that copies the code, and a button that wraps its lines if a line is too long.
import { labels } from './labels.ts';
import { canCopy, copy, createButton } from './copy.ts';
import { elementIn } from './element.ts';

export function attachCode(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('.code')) {
    const pre = elementIn(block, 'pre');
    const buttons = document.createElement('div');
    buttons.className = 'code-buttons';
    // A drawing of characters must not wrap.
    if (pre.scrollWidth > pre.clientWidth && !block.classList.contains('drawn')) buttons.append(createWrapButton(pre));
    if (canCopy()) {
      const button = createButton(labels.copy, () => void copy(toCode(pre)));
      button.setAttribute('aria-label', labels.copyCode);
      buttons.append(button);
    }
    if (buttons.childElementCount > 0) block.append(buttons);
    if (block.classList.contains('long')) block.append(createUnfoldButton(block));
  }
  for (const pre of root.querySelectorAll<HTMLElement>('pre.copied')) {
    if (canCopy()) pre.after(createButton(labels.copy, () => void copy(pre.textContent)));
  }
}

function createWrapButton(pre: HTMLElement): HTMLButtonElement {
  const button = createButton(labels.wrapLines, () => {
    const wraps = pre.classList.toggle('wraps');
    button.setAttribute('aria-pressed', String(wraps));
  });
  button.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-label', labels.wrapLinesFully);
  return button;
}

/** A block is folded before the first paint; unfolding it moves only the content below. */
function createUnfoldButton(block: HTMLElement): HTMLButtonElement {
  const more = labels.unfold(Number(block.dataset.lines));
  const button = createButton(more, () => {
    const isOpen = block.classList.toggle('unfolded');
    button.textContent = isOpen ? labels.fold : more;
    button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) block.scrollIntoView({ block: 'nearest' });
  });
  button.className = 'unfold';
  button.setAttribute('aria-expanded', 'false');
  return button;
}

/**
 * The code to copy, without removed lines. A shell session is reduced to the typed commands, with lines that continue
 * after a "\", and without prompts and output.
 */
export function toCode(pre: HTMLElement): string {
  const withoutRemoved = pre.cloneNode(true) as HTMLElement;
  for (const line of withoutRemoved.querySelectorAll('.removed')) line.remove();
  const code = withoutRemoved.textContent.replace(/\n$/, '');
  // A bare "#" can begin a comment or be the prompt of root, so it does not count.
  const prompts = [...pre.querySelectorAll('.prompt_')]
    .map(({ textContent }) => textContent)
    .filter((sign) => sign.trim() !== '#');
  if (prompts.length === 0) return code;
  let goesOn = false;
  return code
    .split('\n')
    .flatMap((line) => {
      const prompt = goesOn ? '' : prompts.find((sign) => line.startsWith(sign));
      goesOn = prompt !== undefined && line.endsWith('\\');
      return prompt === undefined ? [] : [prompt === '' ? line : line.slice(prompt.length).trimStart()];
    })
    .join('\n');
}
