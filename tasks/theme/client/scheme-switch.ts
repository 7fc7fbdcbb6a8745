// The switch in the header cycles through system, light and dark. Other open pages follow.

const next: Readonly<Record<string, string>> = { system: 'light', light: 'dark', dark: 'system' };

export function attachSchemeSwitch(): void {
  const { dataset } = document.documentElement;
  document.querySelector('.scheme-switch')?.addEventListener('click', () => {
    const scheme = next[dataset.scheme ?? 'system']!;
    show(scheme);
    try {
      if (scheme === 'system') localStorage.removeItem('scheme');
      else localStorage.setItem('scheme', scheme);
    } catch {
      // Without storage the choice applies only to this page.
    }
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'scheme') show(newValue ?? 'system');
  });
}

function show(scheme: string): void {
  const { dataset } = document.documentElement;
  if (scheme === 'light' || scheme === 'dark') dataset.scheme = scheme;
  else delete dataset.scheme;
}
