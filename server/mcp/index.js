// Loads the adapter's TypeScript: Node itself where it can, tsx elsewhere.
if (!process.features.typescript) (await import('tsx/esm/api')).register();

await import('./main.ts');
