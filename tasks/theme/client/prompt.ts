// The form under a prompt: the prompt shows the typed values at once, and a button copies the prompt.
import { extractPrompt, fillPrompt } from '#pdc/markdown/prompt';
import { copy } from './copy.ts';
import { elementIn } from './element.ts';

export function attachPrompt(form: HTMLFormElement): void {
  const block = form.previousElementSibling?.querySelector('.prompt');
  if (!block) return;
  const template = block.textContent;
  const placeholders = [...block.querySelectorAll<HTMLElement>('.placeholder')].map((element) => ({
    element,
    name: element.textContent,
  }));
  const fields = [...form.querySelectorAll('textarea')].map((field) => ({ field, name: field.dataset.name! }));
  const names = fields.map(({ name }) => name);

  const show = (): void => {
    // An empty field keeps the placeholder with its variable's name.
    const filled = fields.filter(({ field }) => field.value !== '');
    const values = valuesOf(filled);
    for (const { element, name } of placeholders) {
      element.textContent = fillPrompt(name, { names: filled.map((filledField) => filledField.name), values });
      element.classList.toggle('filled', element.textContent !== name);
    }
  };
  form.addEventListener('input', show);
  form.addEventListener('reset', () => setTimeout(show));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void copy(fillPrompt(extractPrompt(template) ?? template, { names, values: valuesOf(fields) }));
  });
  elementIn<HTMLButtonElement>(form, '[type=submit]').disabled = false;
  show();
}

const valuesOf = (fields: readonly { field: HTMLTextAreaElement; name: string }[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ field, name }) => [name, field.value]));
