// `bench login --soak MINUTES`: the service under a steady load, for its slowest answers and for memory that it keeps.
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask, describeMachine, get, post, tokenIn, withHost } from './login-load.ts';

type Load = { readonly minutes: number; /** Requests a second. */ readonly rate: number };
type Kind = 'refresh' | 'me' | 'mini login';
type Sample = { readonly minute: number; readonly rss: number; readonly heap: number };

const resultFile = fileURLToPath(new URL('results/login-soak.md', import.meta.url));
/** People who are signed in, each over a connection that is kept. */
const people = 64;
const kinds: readonly Kind[] = ['mini login', 'me', 'me', 'me', ...new Array<Kind>(6).fill('refresh')];
const sampleEveryMs = 5_000;

export function soak({ minutes, rate }: Load, called: string): Promise<void> {
  return withHost(async ({ host, hosted }) => {
    const persons = Array.from({ length: people }, (_, index) => openPerson(hosted.ports.service, `person-${index}`));
    const latencies: Record<Kind, number[]> = { refresh: [], me: [], 'mini login': [] };
    const samples: Sample[] = [];
    const began = performance.now();
    const end = began + minutes * 60_000;
    const sampling = (async () => {
      for (let now = began; now < end; now = performance.now()) {
        const { rss, heapUsed } = await ask<NodeJS.MemoryUsage>(host, { do: 'memory' });
        samples.push({ minute: (now - began) / 60_000, rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 });
        await wait(sampleEveryMs);
      }
    })();
    const under: Promise<void>[] = [];
    const failures: Record<string, number> = {};
    for (let count = 0; ; count += 1) {
      // Due by the clock, whether or not others were answered: a service that stalls is not asked less often for it.
      const due = began + (count * 1000) / rate;
      if (due > end) break;
      if (due > performance.now()) await wait(due - performance.now());
      const kind = kinds[count % kinds.length]!;
      under.push(
        persons[count % people]!.ask(kind).then((failure) => {
          latencies[kind].push(performance.now() - due);
          if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
        }),
      );
    }
    await Promise.all(under);
    await sampling;
    for (const person of persons) person.close();
    const report = writeReport({ load: { minutes, rate }, latencies, failures, samples, called });
    writeFileSync(resultFile, report);
    process.stdout.write(report);
  });
}

/** One after the other over one connection. Resolves to the code of an answer that is no 200. */
function openPerson(port: number, name: string): { ask(kind: Kind): Promise<string | undefined>; close(): void } {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  let pending = '';
  let [resolve, reject] = [(_answer: Answer): void => {}, (_error: Error): void => {}];
  socket.on('error', (error) => reject(error));
  socket.on('data', (chunk) => {
    pending += String(chunk);
    const end = pending.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, end))?.[1]);
    if (end === -1 || pending.length < end + 4 + length) return;
    const answer = pending;
    pending = '';
    const failure = /"code":"(\w+)"/.exec(answer)?.[1];
    resolve({ body: answer.slice(end + 4), failure: answer.startsWith('HTTP/1.1 200') ? undefined : failure });
  });
  const send = (text: string): Promise<Answer> =>
    new Promise((...ends) => {
      [resolve, reject] = ends;
      socket.write(text, 'latin1');
    });

  let logins = 0;
  let pair = '';
  const step = async (kind: Kind): Promise<string | undefined> => {
    if (kind === 'me' && pair !== '') {
      return (await send(get('/api/auth/me', `Authorization: Bearer ${tokenIn(pair, 'access_token')}\r\n`))).failure;
    }
    const { body, failure } = await send(
      kind === 'refresh' && pair !== ''
        ? post('/api/auth/refresh', { refresh_token: tokenIn(pair, 'refresh_token') })
        : post('/api/auth/idp/mini/login', { code: `${name}.${(logins += 1)}` }),
    );
    // Of a lost answer nobody knows whether it was carried out: the token of before is right either way.
    if (failure === undefined) pair = body;
    else if (failure !== 'store_unavailable') pair = '';
    return failure;
  };
  let turn: Promise<string | undefined> = Promise.resolve(undefined);
  return {
    ask: (kind) => (turn = turn.then(() => step(kind))),
    close: () => void socket.destroy(),
  };
}

type Answer = { readonly body: string; /** A code of the contract's. */ readonly failure: string | undefined };

/** Of what is sorted already. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

type Point = readonly [x: number, y: number];

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Samples of a sawtooth tell much of their neighbours: only means of so many spans count as measurements. */
const spans = 12;

/** Least squares over the means of the spans: how much more with every minute, and the standard error of that. */
function slopeOf(points: readonly Point[]): { slope: number; error: number } {
  const size = Math.ceil(points.length / spans);
  const means = Array.from({ length: Math.ceil(points.length / size) }, (_, index): Point => {
    const span = points.slice(index * size, (index + 1) * size);
    return [mean(span.map(([at]) => at)), mean(span.map(([, value]) => value))];
  });
  const [x, y] = [mean(means.map(([at]) => at)), mean(means.map(([, value]) => value))];
  const spread = means.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = means.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const rest = means.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (means.length - 2) / spread) };
}

type Report = {
  readonly load: Load;
  readonly latencies: Readonly<Record<Kind, readonly number[]>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly samples: readonly Sample[];
  readonly called: string;
};

function writeReport({ load, latencies, failures, samples, called }: Report): string {
  const rows = Object.entries(latencies).map(([kind, all]) => {
    const sorted = all.toSorted((one, other) => one - other);
    const cells = [0.5, 0.95, 0.99, 0.999, 1].map((share) => quantile(sorted, share).toFixed(1));
    return `| ${[kind, all.length, ...cells].join(' | ')} |`;
  });
  const failed = Object.entries(failures)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');
  // The first fifth is warming up: code is compiled, pools and caches fill.
  const settled = samples.filter(({ minute }) => minute >= load.minutes / 5);
  const memory = (['rss', 'heap'] as const).map((name) => {
    const values = settled.map((sample) => sample[name]);
    const { slope, error } = slopeOf(settled.map((sample) => [sample.minute, sample[name]] as const));
    const cells = [values[0] ?? NaN, Math.max(...values), values.at(-1) ?? NaN].map((number) => number.toFixed(1));
    return `| ${[name, ...cells, `${slope.toFixed(3)} ± ${error.toFixed(3)}`].join(' | ')} |`;
  });
  return `# A soak of the login backend on PostgreSQL

${describeMachine()}
- Called: \`${called}\`

${load.rate} requests a second for ${load.minutes} minutes by ${people} people, each over a connection that is kept. A request is due by the clock, and its time begins then. Answers that were no 200: ${failed === '' ? 'none' : failed}.

| request | count | p50 ms | p95 | p99 | p99.9 | slowest |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

| memory, MB, after the first fifth | at its beginning | most | at the end | more with every minute, ± its standard error |
| --- | ---: | ---: | ---: | ---: |
${memory.join('\n')}
`;
}
