// The agents: how each is given the adapter, the stand-in for its model, and the first question.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Asked = {
  /** The command that starts the adapter. */
  readonly adapter: readonly string[];
  /** Where the stand-in listens. */
  readonly model: string;
};

export type Client = {
  readonly name: string;
  readonly version: string | undefined;
  /** Runs the agent to its end, and returns its output. */
  readonly ask: (asked: Asked) => Promise<string>;
};

const modules = path.join(process.env.AGENTS_DIR ?? fileURLToPath(new URL('.', import.meta.url)), 'node_modules');

type Setup = {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
};

export const clients: readonly Client[] = [
  client('@anthropic-ai/claude-code', 'claude', ({ adapter: [command, ...args], model }) => ({
    args: ['-p', 'go', '--mcp-config', 'mcp.json', '--strict-mcp-config', '--allowedTools', 'mcp__duplex'],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
    files: { 'mcp.json': JSON.stringify({ mcpServers: { duplex: { command, args } } }) },
  })),
  client('@openai/codex', 'codex', ({ adapter: [command, ...args], model }) => ({
    args: ['exec', '--skip-git-repo-check', 'go'],
    env: { STAND_IN_KEY: 'none' },
    files: {
      'config.toml': `model = "stand-in"
model_provider = "stand-in"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.stand-in]
name = "stand-in"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"
[mcp_servers.duplex]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
default_tools_approval_mode = "approve"
`,
    },
  })),
  client('@google/gemini-cli', 'gemini', ({ adapter: [command, ...args], model }) => ({
    args: ['-p', 'go', '--yolo', '-m', 'gemini-2.5-pro'],
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        mcpServers: { duplex: { command, args, trust: true } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    },
  })),
];

function client(name: string, command: string, toSetup: (asked: Asked) => Setup): Client {
  const manifest = path.join(modules, name, 'package.json');
  return {
    name,
    version: existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
      : undefined,
    async ask(asked) {
      const home = mkdtempSync(path.join(tmpdir(), 'agent-'));
      const { args, env = {}, files = {} } = toSetup(asked);
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
        writeFileSync(path.join(home, file), text);
      }
      const { PATH = '' } = process.env;
      const child = spawn(path.join(modules, '.bin', command), [...args], {
        cwd: home,
        env: { PATH, HOME: home, CODEX_HOME: home, CI: '1', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const printed: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
      const impatience = setTimeout(() => child.kill('SIGKILL'), 180_000);
      await once(child, 'close');
      clearTimeout(impatience);
      rmSync(home, { recursive: true, force: true });
      return Buffer.concat(printed).toString();
    },
  };
}
