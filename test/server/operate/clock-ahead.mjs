// A machine whose clock is ten minutes ahead.
const { now } = Date;
Date.now = () => now() + 600_000;
