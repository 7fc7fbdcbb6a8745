// Runs before the first paint: sets the scheme that the reader chose, and marks that script runs and that the page can
// decrypt and copy. The style sheet shows the usable controls, so nothing moves later.
{
  const root = document.documentElement;
  root.dataset.script = '';
  if (isSecureContext) root.dataset.secure = '';
  try {
    const chosen = localStorage.getItem('scheme');
    if (chosen === 'light' || chosen === 'dark') root.dataset.scheme = chosen;
  } catch {
    // A browser without storage follows the system.
  }
}
