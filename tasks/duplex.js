#!/usr/bin/env node
// `duplex COMMAND`: runs a command, for the npm scripts and for sites that have Duplex as a package.
import { load } from '../.load.mjs';

const [name = '', ...argv] = process.argv.slice(2);
// pnpm passes on the `--` that npm removes.
if (argv[0] === '--') argv.shift();
await (await load('commands')).runAlone(name, argv);
