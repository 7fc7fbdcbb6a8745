#!/usr/bin/env node
// `node server/mcp`, and `duplex-mcp` in a site that has this as a package.
import { load } from '../../.load.mjs';

await load('mcp');
