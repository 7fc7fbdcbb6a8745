// Runs before the first paint, where a site has a login service: who is signed in, as far as this browser remembers. The
// style sheet shows name and picture from here until the page has them: nothing flashes and nothing moves.
import type { Account } from './session.ts';

{
  const root = document.documentElement;

  const recall = (): Account | undefined => {
    try {
      const account = JSON.parse(localStorage.getItem('login account') ?? 'null') as Account | null;
      return account && account.ends > Date.now() ? account : undefined;
    } catch {
      // A browser that keeps nothing signs nobody in.
      return undefined;
    }
  };

  const show = (): void => {
    const account = recall();
    root.toggleAttribute('data-signed-in', account !== undefined);
    if (!account) return;
    const { name, picture } = account;
    // A JSON string is a CSS string. A name is somebody else's text, and is text wherever it stands.
    root.style.setProperty('--account-name', JSON.stringify(name));
    root.style.setProperty('--account-initial', JSON.stringify(picture === undefined ? [...name][0] : ''));
    root.style.setProperty('--account-picture', picture === undefined ? 'none' : `url(${JSON.stringify(picture)})`);
    for (const place of document.querySelectorAll('.account-name')) place.textContent = name;
    document.querySelector('.tool.account')?.setAttribute('title', name);
  };

  show();
  addEventListener('DOMContentLoaded', show);
  // Another tab, this page, and a page that comes back from the browser's memory.
  for (const event of ['storage', 'account', 'pageshow']) addEventListener(event, show);
}
