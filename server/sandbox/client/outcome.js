// Shows how a login ended, in place of the page that nobody has made yet.
/* global document, fetch, location */

/** Asks the callback as a front end would, and shows its answer. */
export async function showOutcome(main, target) {
  const answer = await fetch(target, { headers: { Accept: 'application/json' } });
  const body = await answer.json();
  main.replaceChildren(document.getElementById(answer.ok ? 'signed-in' : 'failed').content);
  document.body.classList.add('outcome');
  document.title = main.querySelector('h1').textContent;
  if (answer.ok) showPerson(main, body);
  else showProblem(main, body);
}

function showPerson(main, body) {
  const { nickname, avatar_url: picture, id } = body.user;
  main.querySelector('strong').textContent = nickname ?? id;
  // The policy lets in no other.
  if (picture?.startsWith(`${location.origin}/`))
    Object.assign(main.querySelector('img'), { src: picture, hidden: false });
  main.querySelector('pre').textContent = JSON.stringify(body, undefined, 2);
}

function showProblem(main, body) {
  const told = main.querySelector(`[data-code="${body.code}"]`);
  (told ?? main.querySelector('[data-code="other"]')).hidden = false;
  if (told === null)
    Object.assign(main.querySelector('pre'), { textContent: JSON.stringify(body, undefined, 2), hidden: false });
}
