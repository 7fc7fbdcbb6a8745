// The form under a prompt: what is filled in shows in the prompt at once, and the finished prompt is copied.
import { extractPrompt, fillPrompt } from '#pdc/prompt';
import { copy } from './copy.ts';

export function armPrompt(form: HTMLFormElement): void {
  const block = form.previousElementSibling?.querySelector('.prompt');
  if (!block) return;
  const template = block.textContent;
  const placeholders = [...block.querySelectorAll<HTMLElement>('.placeholder')].map((element) => ({
    element,
    name: element.textContent,
  }));
  const fields = [...form.querySelectorAll('textarea')];
  const names = fields.map(({ name }) => name);

  const show = (): void => {
    // What is empty still shows which variable it is.
    const filled = fields.filter(({ value }) => value !== '');
    const values = Object.fromEntries(filled.map(({ name, value }) => [name, value]));
    for (const { element, name } of placeholders) {
      element.textContent = fillPrompt(name, { names: filled.map((field) => field.name), values });
      element.classList.toggle('filled', element.textContent !== name);
    }
  };
  form.addEventListener('input', show);
  form.addEventListener('reset', () => setTimeout(show));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    void copy(fillPrompt(extractPrompt(template) ?? template, { names, values }));
  });
  show();
}
