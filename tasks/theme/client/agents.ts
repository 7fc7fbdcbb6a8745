// The button that copies a post's Markdown for an assistant.
import { words } from './words.ts';
import { copy } from './copy.ts';

export function attachAgents(): void {
  const button = document.querySelector<HTMLButtonElement>('.copy-post');
  button?.addEventListener('click', () => void copy(fetchPost(button)));
}

/** The body as machines read it, under its title and with its address: an assistant knows what it was given. */
async function fetchPost({ dataset }: HTMLButtonElement): Promise<string> {
  const response = await fetch(dataset.from!);
  if (!response.ok) throw new Error(`${dataset.from} answered ${response.status}`);
  return `# ${dataset.title}\n\n${words.sourceOf(dataset.source!)}\n\n${await response.text()}`;
}
