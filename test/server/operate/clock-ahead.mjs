// Sets the clock of a process ten minutes ahead.
const { now } = Date;
Date.now = () => now() + 600_000;
