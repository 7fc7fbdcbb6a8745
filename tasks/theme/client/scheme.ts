// Runs before the first paint: sets the scheme that the reader chose, marks that scripts run, and marks whether the
// page can decrypt and copy. The style sheet shows only controls that work, so nothing moves later.
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
