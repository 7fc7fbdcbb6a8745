// The entry for the MCP registry: valid by its schema (2025-12-11), and with the version of this product.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { repository } from '../../support/command.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(repository, file), 'utf8'));

const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  remotes: z.tuple([
    z.strictObject({ type: z.literal('streamable-http'), url: z.url({ protocol: /^https$/ }).regex(/\/mcp$/) }),
  ]),
});

describe('server.json', () => {
  it('is valid for the MCP registry, with the version of the product', () => {
    const { version } = ServerJson.parse(read('server/mcp/server.json'));
    expect(version).to.equal((read('package.json') as { version: string }).version);
  });
});
