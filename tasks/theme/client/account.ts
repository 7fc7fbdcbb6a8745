// Runs before the first paint on a site with a login service: passes the account that this browser remembers to the
// style sheet, so that nothing flashes or moves.
import type { Account } from './session.ts';

{
  const root = document.documentElement;

  const recall = (): Account | undefined => {
    try {
      const account = JSON.parse(localStorage.getItem('login account') ?? 'null') as Account | null;
      return account && account.ends > Date.now() ? account : undefined;
    } catch {
      // In a browser without storage nobody is signed in.
      return undefined;
    }
  };

  const show = (): void => {
    const account = recall();
    root.toggleAttribute('data-signed-in', account !== undefined);
    if (!account) return;
    const { name, picture } = account;
    // A JSON string is also a CSS string, so the name stays text.
    root.style.setProperty('--account-name', JSON.stringify(name));
    root.style.setProperty('--account-initial', JSON.stringify(picture === undefined ? [...name][0] : ''));
    root.style.setProperty('--account-picture', picture === undefined ? 'none' : `url(${JSON.stringify(picture)})`);
    for (const place of document.querySelectorAll('.account-name')) place.textContent = name;
    document.querySelector('.tool.account')?.setAttribute('title', name);
  };

  show();
  addEventListener('DOMContentLoaded', show);
  // A change by another tab, a change by this page, and a page from the back/forward cache.
  for (const event of ['storage', 'account', 'pageshow']) addEventListener(event, show);
}
