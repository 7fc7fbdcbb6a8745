// The script that `gulp watch` adds to every page. It reloads the page when the output changes, and shows errors over
// the last good page until they are corrected.
/* global document, EventSource, location */
{
  const { version, events } = document.currentScript.dataset;
  let source;
  let overlay;

  // A hidden page closes its connection, because browsers allow only six connections to a host.
  const follow = () => {
    source?.close();
    if (document.hidden) return;
    source = new EventSource(events);
    source.onmessage = ({ data }) => {
      const state = JSON.parse(data);
      if (state.version === version) show(state);
      else location.reload();
    };
  };

  const show = ({ title, faults }) => {
    overlay?.remove();
    overlay = undefined;
    if (faults.length === 0) return;
    overlay = document.createElement('duplex-faults');
    // A shadow tree, so that the site's styles do not apply.
    const tree = overlay.attachShadow({ mode: 'open' });
    tree.innerHTML = `<style>
      section { position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 60vh; overflow: auto;
        padding: 1rem 1.5rem; background: #2b0f12; color: #ffe9e7; border-top: 4px solid #ff5f56;
        font: 14px/1.6 ui-monospace, monospace; }
      h1 { margin: 0 0 .5rem; font: 600 16px/1.4 system-ui, sans-serif; }
      pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
    </style><section role="alert"><h1></h1><pre></pre></section>`;
    tree.querySelector('h1').textContent = title;
    tree.querySelector('pre').textContent = faults.join('\n');
    document.documentElement.append(overlay);
  };

  document.addEventListener('visibilitychange', follow);
  follow();
}
