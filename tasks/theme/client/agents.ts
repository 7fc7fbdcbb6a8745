// What a post offers to assistants: its Markdown for the clipboard, and a panel that closes as panels do.
import { words } from '../words.ts';
import { copy } from './copy.ts';

export function armAgents(): void {
  const button = document.querySelector<HTMLButtonElement>('.copy-post');
  button?.addEventListener('click', () => void copy(fetchPost(button)));
  const panel = document.querySelector<HTMLDetailsElement>('.connect');
  if (!panel) return;
  addEventListener('click', ({ target }) => {
    if (!panel.contains(target as Node)) panel.open = false;
  });
  panel.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !panel.open) return;
    panel.open = false;
    panel.querySelector('summary')!.focus();
  });
}

/** The body as machines read it, under its title and with its address: an assistant knows what it was given. */
async function fetchPost({ dataset }: HTMLButtonElement): Promise<string> {
  const response = await fetch(dataset.from!);
  if (!response.ok) throw new Error(`${dataset.from} answered ${response.status}`);
  return `# ${dataset.title}\n\n${words.sourceOf(dataset.source!)}\n\n${await response.text()}`;
}
