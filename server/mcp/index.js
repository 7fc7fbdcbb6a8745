#!/usr/bin/env node
// `node server/mcp`, or `duplex-mcp` if installed as a package.
import { load } from '../../.load.mjs';

await load('mcp');
