// Waits beside the QR code until somebody has decided, then goes where the decision leads.
/* global document, fetch, location, window, setTimeout */
import { offerChoice, show } from './phone.js';

const main = document.querySelector('main');
const { ticket, path, selfRedirect } = main.dataset;
let gone = false;

function go([first, second]) {
  if (gone) return;
  gone = true;
  show('正在跳转…', true);
  // The repetition: sent when the answer of the first has arrived, as by a reload or a proxy.
  if (second) window.addEventListener('pagehide', () => repeat(second));
  (selfRedirect === 'true' ? window : window.top).location.assign(first);
}

function repeat(address) {
  fetch(address, { keepalive: true, cache: 'no-store', credentials: 'include', mode: 'no-cors' }).catch(() => {});
}

function expire() {
  main.dataset.status = 'expired';
  show('二维码已过期', true);
  const again = main.querySelector('.again');
  again.hidden = false;
  again.addEventListener('click', () => location.reload());
}

async function wait() {
  if (gone) return;
  const response = await fetch(`${path}/connect/status/${ticket}`).catch(() => undefined);
  const { status, locations } = response?.ok ? await response.json() : { status: response ? 'expired' : 'waiting' };
  if (status === 'decided') return go(locations);
  if (status === 'expired') return expire();
  if (status === 'scanned' && !gone) show('扫描成功，请在手机上确认', false);
  setTimeout(wait, 1000);
}

if (main.dataset.status === 'expired') {
  expire();
} else {
  offerChoice(go);
  wait();
}
