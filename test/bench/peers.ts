// `bench peers`: installs the peers from npm, separate from the product's packages.
import { contenders, installPeers } from './contenders.ts';

export const usage = 'peers';

export function plan(args: string[]): () => Promise<void> {
  if (args.length > 0) throw new TypeError(`peers takes no flags, not '${args[0]}'`);
  return async () => {
    installPeers();
    for (const { name, version } of contenders) {
      const found = version();
      console.log(`${name}: ${'version' in found ? found.version : found.missing}`);
    }
  };
}
