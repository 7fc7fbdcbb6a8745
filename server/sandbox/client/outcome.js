// Shows the result of a login if no site with a login page runs. The templates come from pages/outcome-page.ts.
/* global document, fetch, location */

/** Calls the callback like a front end and shows its response. */
export async function showOutcome(main, callbackAddress) {
  const response = await fetch(callbackAddress, { headers: { Accept: 'application/json' } });
  const body = await response.json();
  main.replaceChildren(document.getElementById(response.ok ? 'signed-in' : 'failed').content);
  document.body.classList.add('outcome');
  document.title = main.querySelector('h1').textContent;
  if (response.ok) showPerson(main, body);
  else showProblem(main, body);
}

function showPerson(main, body) {
  const { nickname, avatar_url: picture, id } = body.user;
  main.querySelector('strong').textContent = nickname ?? id;
  // The Content-Security-Policy only allows pictures of this origin.
  if (picture?.startsWith(`${location.origin}/`))
    Object.assign(main.querySelector('img'), { src: picture, hidden: false });
  main.querySelector('pre').textContent = JSON.stringify(body, undefined, 2);
}

function showProblem(main, body) {
  const sentence = main.querySelector(`[data-code="${body.code}"]`);
  (sentence ?? main.querySelector('[data-code="other"]')).hidden = false;
  if (sentence === null)
    Object.assign(main.querySelector('pre'), { textContent: JSON.stringify(body, undefined, 2), hidden: false });
}
