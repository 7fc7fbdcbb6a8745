// Runs before the first paint: the scheme that the reader chose, and the news that there is script, and that the page
// came in a way that lets it decrypt and copy. The style sheet shows what can be used: nothing moves later.
{
  const root = document.documentElement;
  root.dataset.script = '';
  if (isSecureContext) root.dataset.secure = '';
  try {
    const chosen = localStorage.getItem('scheme');
    if (chosen === 'light' || chosen === 'dark') root.dataset.scheme = chosen;
  } catch {
    // A browser that keeps nothing follows the system.
  }
}
