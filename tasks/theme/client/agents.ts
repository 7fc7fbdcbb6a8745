// The button that copies a post's Markdown for an assistant.
import { labels } from './labels.ts';
import { copy } from './copy.ts';

export function attachAgents(): void {
  const button = document.querySelector<HTMLButtonElement>('.copy-post');
  button?.addEventListener('click', () => void copy(fetchPost(button)));
}

/** The Markdown body with its title and address, so that an assistant knows the source. */
async function fetchPost({ dataset }: HTMLButtonElement): Promise<string> {
  const response = await fetch(dataset.from!);
  if (!response.ok) throw new Error(`${dataset.from} answered ${response.status}`);
  return `# ${dataset.title}\n\n${labels.sourceOf(dataset.source!)}\n\n${await response.text()}`;
}
