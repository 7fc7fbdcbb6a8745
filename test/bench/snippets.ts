// The corpus's code blocks: a few shapes per language, filled with drawn names and numbers so that no cache can serve two of them.
import type { Chance } from './chance.ts';
import type { Domain } from './domains.ts';

type Draw = {
  noun: () => string;
  Noun: () => string;
  verb: () => string;
  number: () => number;
  remark: () => string;
  chance: Chance;
};
type Shape = (draw: Draw) => string;

const nouns = [
  'batch',
  'buffer',
  'channel',
  'cursor',
  'entry',
  'frame',
  'handle',
  'index',
  'job',
  'lease',
  'message',
  'node',
  'packet',
  'queue',
  'record',
  'request',
  'sample',
  'segment',
  'session',
  'shard',
  'task',
  'token',
  'window',
  'worker',
];
const verbs = [
  'acquire',
  'append',
  'collect',
  'commit',
  'decode',
  'drain',
  'encode',
  'fetch',
  'flush',
  'load',
  'merge',
  'parse',
  'probe',
  'reduce',
  'release',
  'replay',
  'resolve',
  'retry',
  'scan',
  'submit',
  'verify',
  'write',
];

const python: Shape[] = [
  ({ noun, Noun, verb, number, remark }) => {
    const [item, method] = [noun(), verb()];
    return `from dataclasses import dataclass, field
import time


@dataclass
class ${Noun()}${Noun()}:
    """${remark()}"""

    limit: int = ${number()}
    timeout: float = ${number() / 10}
    ${item}s: list[str] = field(default_factory=list)

    def ${method}(self, ${item}: str) -> bool:
        # ${remark()}
        if len(self.${item}s) >= self.limit:
            raise OverflowError(f"too many ${item}s: {len(self.${item}s)}")
        started = time.monotonic()
        self.${item}s.append(${item}.strip())
        return time.monotonic() - started < self.timeout`;
  },
  ({ noun, verb, number, remark }) => {
    const [item, method] = [noun(), `${verb()}_${noun()}`];
    return `import asyncio


async def ${method}(${item}: dict, attempts: int = ${(number() % 7) + 2}) -> dict | None:
    for attempt in range(attempts):
        try:
            async with asyncio.timeout(${number()}):
                return await send("${method}", ${item})
        except TimeoutError:
            # ${remark()}
            await asyncio.sleep(2 ** attempt * ${number() / 100})
    return None


results = await asyncio.gather(*(${method}(x) for x in ${item}s[:${number()}]))
print(f"done: {sum(r is not None for r in results)} / {len(results)}")`;
  },
];

const typescript: Shape[] = [
  ({ noun, Noun, verb, number, remark }) => {
    const [type, item, method] = [`${Noun()}${Noun()}`, noun(), verb()];
    return `type ${type} = { id: string; ${item}: number; tags?: readonly string[] };

const limit = ${number()};

export async function ${method}${type}(source: URL, signal: AbortSignal): Promise<${type}[]> {
  const response = await fetch(source, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(\`${method} failed: \${response.status}\`);
  const found = (await response.json()) as ${type}[];
  // ${remark()}
  return found.filter((each) => each.${item} > ${number()}).slice(0, limit);
}`;
  },
  ({ noun, verb, Noun, number, remark }) => {
    const [item, method] = [noun(), verb()];
    return `import { useEffect, useState } from 'react';

export function use${Noun()}(${item}Id: string) {
  const [${item}, set] = useState<string | null>(null);
  useEffect(() => {
    const control = new AbortController();
    // ${remark()}
    const timer = setTimeout(() => ${method}(${item}Id, control.signal).then(set), ${number()});
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [${item}Id]);
  return ${item};
}`;
  },
];

const cpp: Shape[] = [
  ({ noun, Noun, verb, number, remark }) => {
    const [type, item, method] = [`${Noun()}Pool`, noun(), verb()];
    return `#include <memory>
#include <mutex>
#include <vector>

class ${type} {
public:
    explicit ${type}(std::size_t size = ${number()}) { slots_.reserve(size); }

    // ${remark()}
    bool ${method}(std::unique_ptr<int> ${item}) noexcept {
        std::lock_guard<std::mutex> guard(lock_);
        if (slots_.size() == slots_.capacity()) return false;
        slots_.push_back(std::move(${item}));
        return true;
    }

private:
    std::mutex lock_;
    std::vector<std::unique_ptr<int>> slots_;
};`;
  },
  ({ noun, verb, number, remark }) => {
    const [item, method] = [noun(), `${verb()}_${noun()}`];
    return `#include <cstdint>
#include <cstring>

static volatile uint32_t ${item}_count = 0;
static uint8_t ${item}_data[${number()}];

int ${method}(const uint8_t *input, uint32_t length) {
    if (length > sizeof(${item}_data)) return -1;  // ${remark()}
    std::memcpy(${item}_data, input, length);
    for (uint32_t i = 0; i < length; ++i) {
        ${item}_count += (${item}_data[i] ^ 0x${number().toString(16)}u) & 0xffu;
    }
    return static_cast<int>(${item}_count % ${number()});
}`;
  },
];

const java: Shape[] = [
  ({ noun, Noun, verb, number, remark }) => {
    const [type, item, method] = [`${Noun()}${Noun()}Service`, noun(), verb()];
    return `@Service
public class ${type} {
    private static final int LIMIT = ${number()};
    private final Map<String, Long> ${item}s = new ConcurrentHashMap<>();

    /** ${remark()} */
    @Transactional(timeout = ${number()})
    public Optional<Long> ${method}(String id, Duration wait) {
        if (${item}s.size() > LIMIT) {
            throw new IllegalStateException("${item} limit reached: " + LIMIT);
        }
        return Optional.ofNullable(${item}s.computeIfAbsent(id, key -> wait.toMillis() * ${number()}L));
    }
}`;
  },
];

const go: Shape[] = [
  ({ noun, Noun, verb, number, remark }) => {
    const [type, item, method] = [Noun(), noun(), verb()];
    return `package main

import (
	"context"
	"fmt"
	"time"
)

type ${type} struct {
	ID    string
	${Noun()}s int
}

// ${remark()}
func ${method}(ctx context.Context, ${item}s <-chan ${type}) error {
	ctx, cancel := context.WithTimeout(ctx, ${number()}*time.Millisecond)
	defer cancel()
	for {
		select {
		case ${item}, ok := <-${item}s:
			if !ok {
				return nil
			}
			fmt.Printf("%s %d\\n", ${item}.ID, ${number()})
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}`;
  },
];

const rust: Shape[] = [
  ({ noun, Noun, verb, number, remark }) => {
    const [type, item, method] = [`${Noun()}${Noun()}`, noun(), verb()];
    return `use std::collections::HashMap;

#[derive(Debug, Default)]
pub struct ${type} {
    ${item}s: HashMap<u64, String>,
    limit: usize,
}

impl ${type} {
    /// ${remark()}
    pub fn ${method}(&mut self, id: u64, ${item}: &str) -> Result<usize, String> {
        if self.${item}s.len() >= self.limit.max(${number()}) {
            return Err(format!("no room for {id}"));
        }
        self.${item}s.insert(id % ${number()}, ${item}.trim().to_owned());
        Ok(self.${item}s.len())
    }
}`;
  },
];

const sql: Shape[] = [
  ({ noun, number, remark }) => {
    const [table, other] = [`${noun()}_${noun()}`, `${noun()}_log`];
    return `-- ${remark()}
CREATE INDEX CONCURRENTLY idx_${table}_state ON ${table} (state, created_at DESC) WHERE deleted_at IS NULL;

EXPLAIN (ANALYZE, BUFFERS)
SELECT a.id, a.state, count(*) AS times, max(b.cost_ms) AS worst
FROM ${table} AS a
JOIN ${other} AS b ON b.${table}_id = a.id
WHERE a.state IN ('pending', 'failed')
  AND a.created_at > now() - interval '${number()} minutes'
GROUP BY a.id, a.state
HAVING count(*) > ${number()}
ORDER BY worst DESC
LIMIT ${number()};`;
  },
];

const bash: Shape[] = [
  ({ noun, verb, number, remark }) => {
    const [item, method] = [noun(), `${verb()}_${noun()}`];
    return `#!/usr/bin/env bash
set -euo pipefail

${item}_dir="\${1:-/var/lib/${item}}"
limit=${number()}

${method}() {
  local file="$1"
  # ${remark()}
  if [[ "$(stat -c %s "$file")" -gt $((limit * 1024)) ]]; then
    gzip -9 --keep "$file" && echo "packed $file"
  fi
}

find "$${item}_dir" -name '*.log' -mmin +${number()} -print0 | while IFS= read -r -d '' file; do
  ${method} "$file"
done`;
  },
];

const yaml: Shape[] = [
  ({ noun, verb, number, remark }) => {
    const item = noun();
    return `# ${remark()}
services:
  ${item}-${noun()}:
    image: registry.example.com/${item}:${number()}.${number() % 10}
    command: ["${verb()}", "--limit", "${number()}"]
    environment:
      ${item.toUpperCase()}_TIMEOUT: ${number()}s
      LOG_LEVEL: info
    healthcheck:
      test: ["CMD", "curl", "-f", "http://localhost:8${number() % 1000}/healthz"]
      interval: ${number()}s
    restart: unless-stopped`;
  },
];

const json: Shape[] = [
  ({ noun, verb, number }) => {
    const item = noun();
    return `{
  "name": "${item}-${verb()}",
  "version": "${number() % 9}.${number()}.0",
  "${item}": {
    "limit": ${number()},
    "ratio": 0.${number()},
    "steps": ["${verb()}", "${verb()}", "${verb()}"],
    "enabled": true,
    "fallback": null
  },
  "updated": "2024-0${(number() % 9) + 1}-1${number() % 10}"
}`;
  },
];

const css: Shape[] = [
  ({ noun, number, remark }) => {
    const item = noun();
    return `/* ${remark()} */
.${item}-list {
  --gap: ${number()}px;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${number()}px, 1fr));
  gap: var(--gap);
  content-visibility: auto;
}

.${item}-list > .${noun()}:focus-visible {
  outline: 2px solid hsl(${number() % 360} 80% 40%);
}

@media (max-width: ${number()}px) {
  .${item}-list { grid-template-columns: 1fr; }
}`;
  },
];

const html: Shape[] = [
  ({ noun, verb, number, remark }) => {
    const item = noun();
    return `<!-- ${remark()} -->
<section class="${item}" aria-labelledby="${item}-title">
  <h2 id="${item}-title">${remark()}</h2>
  <ul data-limit="${number()}">
    <li><button type="button" data-action="${verb()}">${verb()}</button></li>
    <li><input name="${noun()}" type="number" min="0" max="${number()}" /></li>
  </ul>
</section>`;
  },
];

const text: Shape[] = [
  ({ noun, verb, number, remark }) => `+----------------+      ${verb()}      +----------------+
|  ${noun().padEnd(12)}  | -----------> |  ${noun().padEnd(12)}  |
+----------------+              +----------------+
        |                               |
        | ${verb()}: ${number()} ms
        v                               v
   ${remark()}`,
  ({ noun, verb, number, chance }) =>
    Array.from(
      { length: chance.between(6, 11) },
      (_, line) =>
        `[${line * 3 + 10}.${String(number()).padStart(4, '0')}] ${noun()}/${noun()}[${number()}]: ${verb()} ${noun()}=${number()} cost=${number()}ms`,
    ).join('\n'),
];

const shapes: Readonly<Record<string, readonly Shape[]>> = {
  python,
  typescript,
  cpp,
  java,
  go,
  rust,
  sql,
  bash,
  yaml,
  json,
  css,
  html,
  text,
};

/** A code block of the language, fences included. */
export function writeSnippet(language: string, domain: Domain, chance: Chance): string {
  const shape = chance.pick(shapes[language] ?? text);
  const noun = (): string => chance.pick(nouns);
  const code = shape({
    noun,
    Noun: () => noun().replace(/^./, (letter) => letter.toUpperCase()),
    verb: () => chance.pick(verbs),
    number: () => chance.between(11, 4096),
    remark: () =>
      `${chance.pick(domain.subjects)}：注意${chance.pick(domain.concepts)}，上限 ${chance.between(2, 512)}`,
    chance,
  });
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
