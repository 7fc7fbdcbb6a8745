// A preload: when this process ends, writes its resource use to a file in BENCH_RECORDS, which measure.ts reads.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const ticksPerSecond = 100; // Linux's USER_HZ, the unit of /proc/PID/stat

/** @param {string} path of a folder in /proc */
function readProcess(path) {
  // The second field is the command in brackets, which may contain spaces, so the fields are counted from its end.
  const stat = readFileSync(`${path}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = stat.slice(11, 15);
  // VmHWM starts at zero with the program; maxRSS begins with the memory of the parent at the fork.
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`${path}/status`, 'utf8'))?.[1];
  return {
    ownSeconds: (user + system) / ticksPerSecond,
    reapedSeconds: (reapedUser + reapedSystem) / ticksPerSecond,
    peakBytes: Number(peak ?? 0) * 1024,
  };
}

function readLivingChildren() {
  const ids = readdirSync('/proc/self/task').flatMap((thread) => {
    const text = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ');
  });
  return ids.map((id) => readProcess(`/proc/${id}`));
}

function writeRecord() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { pid: process.pid, ownSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  const record =
    process.platform === 'linux'
      ? { ...readProcess('/proc/self'), ...usage, living: readLivingChildren() }
      : { reapedSeconds: 0, peakBytes: maxRSS * 1024, ...usage, living: [] };
  writeFileSync(`${process.env.BENCH_RECORDS}/${String(process.pid)}.json`, JSON.stringify(record));
}

if (isMainThread) process.on('exit', writeRecord);
