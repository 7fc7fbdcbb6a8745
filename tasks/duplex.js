#!/usr/bin/env node
// `duplex COMMAND`: every command, as the npm scripts call them and as a site does that has this as a package.
import { load } from '../.load.mjs';

const [name = '', ...argv] = process.argv.slice(2);
// pnpm hands on the `--` that npm takes away.
if (argv[0] === '--') argv.shift();
await (await load('commands')).runAlone(name, argv);
