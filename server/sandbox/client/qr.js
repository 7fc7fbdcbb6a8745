// Sends the decision of the selected person and follows the redirect. Without a login page, shows the result here.
/* global document, fetch, location, window, URLSearchParams */

import { showOutcome } from './outcome.js';

const main = document.querySelector('main');
const query = new URLSearchParams(location.search);

for (const button of main.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    const response = await fetch(main.dataset.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        person: main.querySelector('select').value,
        allow: button.value === 'allow',
        redirect_uri: query.get('redirect_uri'),
        state: query.get('state') ?? undefined,
      }),
    });
    const { location: callbackAddress } = await response.json();
    if (document.getElementById('signed-in')) return showOutcome(main, callbackAddress);
    (query.get('self_redirect') === 'true' ? window : window.top).location.assign(callbackAddress);
  });
  button.disabled = false;
}
