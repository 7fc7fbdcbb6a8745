// Allows or denies a login: on the phone's page, and beside the QR code for those who have no phone at hand.
/* global document, fetch */

const main = document.querySelector('main');
const { ticket, path } = main.dataset;
const buttons = [...main.querySelectorAll('.choice button')];

/** Says how it stands; whoever is done has nothing left to press. */
export function show(words, done) {
  main.querySelector('.status').textContent = words;
  for (const element of [...buttons, main.querySelector('.choice select')]) element.disabled = done;
}

/** Asks `decided` to go on with the addresses that the browser is to visit. */
export function offerChoice(decided) {
  for (const button of buttons) {
    button.addEventListener('click', async () => {
      const person = main.querySelector('.choice select').value;
      const response = await fetch(`${path}/connect/decide`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ticket, person, allow: button.value === 'allow' }),
      });
      if (!response.ok) return show(response.status === 410 ? '二维码已过期' : '已处理，请回到电脑', true);
      decided((await response.json()).locations, button.value);
    });
    button.disabled = false;
  }
}

const isOpen = ['waiting', 'scanned'].includes(main.dataset.status);
if (document.body.className === 'phone' && isOpen) {
  offerChoice((_locations, choice) => show(choice === 'allow' ? '已允许，请回到电脑' : '已拒绝', true));
}
