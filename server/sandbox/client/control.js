// The control page's buttons: each is a request to the HTTP API that the page describes.
/* global document, fetch, location */

const main = document.querySelector('main');
const { path } = main.dataset;
const fields = document.getElementById('fault');
const field = (name) => fields.querySelector(`[name="${name}"]`);

/** The answer, or nothing after the page has said what is wrong. */
async function send(method, target, body) {
  const response = await fetch(path + target, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const answer = await response.json();
  if (response.ok) return answer;
  const allowed = answer.allowed ? `（${answer.allowed.map((value) => JSON.stringify(value)).join('、')}）` : '';
  main.querySelector('.status').textContent = `${answer.message}${allowed}`;
  return undefined;
}

async function change(method, target, body) {
  if (await send(method, target, body)) location.reload();
}

/** Only what fits the chosen call can be chosen, and only the parameter that it takes. */
function fitKinds() {
  const fitting = field('call').selectedOptions[0].dataset.kinds.split(' ');
  for (const option of field('kind').options) option.hidden = option.disabled = !fitting.includes(option.value);
  if (!fitting.includes(field('kind').value)) field('kind').value = fitting[0];
  const { parameter } = field('kind').selectedOptions[0].dataset;
  for (const name of ['errcode', 'ms']) field(name).parentElement.hidden = name !== parameter;
}

function readFault() {
  const { parameter } = field('kind').selectedOptions[0].dataset;
  const times = field('times').value;
  return {
    call: field('call').value,
    kind: field('kind').value,
    ...(parameter ? { [parameter]: Number(field(parameter).value) } : {}),
    ...(times === '' ? {} : { times: Number(times) }),
  };
}

fields.addEventListener('change', fitKinds);
fitKinds();
document
  .getElementById('switch-on')
  .addEventListener('click', () => change('PATCH', '/control', { faults: [readFault()] }));
document.getElementById('reset').addEventListener('click', () => change('DELETE', '/control'));
for (const button of main.querySelectorAll('[name="switch-off"]')) {
  button.addEventListener('click', () => change('DELETE', `/control/faults/${button.value}`));
}
for (const box of main.querySelectorAll('[name="bound"]')) {
  box.addEventListener('change', () => change('PATCH', '/control', { apps: { [box.value]: { bound: box.checked } } }));
}
for (const button of document.querySelectorAll('#mini button')) {
  button.addEventListener('click', async () => {
    const person = document.querySelector('#mini select').value;
    const answer = await send('POST', `/mini/${button.value}`, { person });
    if (answer) main.querySelector('output').textContent = JSON.stringify(answer, null, 2);
  });
}
