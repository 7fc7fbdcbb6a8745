// `node server/operate NAME`: runs one of the operator's commands.
const { load } = await import('../../.load.mjs');
await load('operate');
