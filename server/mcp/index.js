#!/usr/bin/env node
// `node server/mcp`, and `duplex-mcp` in a site that has this as a package. Loads the adapter's TypeScript: Node itself where
// it can, tsx elsewhere. Node strips no types below node_modules.
const isInstalled = /[\\/]node_modules[\\/]/.test(import.meta.dirname);
if (!process.features.typescript || isInstalled) (await import('tsx/esm/api')).register();

await import('./main.ts');
