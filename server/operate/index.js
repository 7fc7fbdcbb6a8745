// `node server/operate NAME`, as `npm run NAME` calls it: loads the commands of an operator and runs one.
const { load } = await import('../../.load.mjs');
await load('operate');
