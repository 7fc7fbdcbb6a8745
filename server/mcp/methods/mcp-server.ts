// Creates the MCP server with a handler for each method.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CacheHint, Result } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { complete } from './completion-method.ts';
import { getPrompt, listPrompts } from './prompt-methods.ts';
import { Completion, Cursor, PromptCall, ToolCall, Uri } from './method-params.ts';
import { listResources, listTemplates, readResource } from './resource-methods.ts';
import { revisions } from '../revisions.ts';
import { getSkill, listSkills } from './skill-methods.ts';
import type { Site } from '../site/open-site.ts';
import { describeRules } from './tools/tool-answer.ts';
import { callTool, listTools } from './tool-methods.ts';

/** A server for one connection or one request. `log` gets errors whose details clients must not see. */
export async function createServer(site: Site, log: (message: string) => void): Promise<Server> {
  // If the site is unreachable, the connection stays open, methods that need the site fail, and a ping works.
  const { lists, resources } = await site.catalogue().catch((error: Error) => {
    log(error.message);
    return { lists: { serverInfo: unknownSite }, resources: new Map<string, never>() };
  });
  const prose = await site.prose();
  const hasSkills = (await site.skills().catch(() => undefined)) !== undefined;
  const server = new Server(lists.serverInfo, {
    capabilities: hasSkills ? { ...capabilities, extensions: { 'io.modelcontextprotocol/skills': {} } } : capabilities,
    supportedProtocolVersions: [...revisions],
    instructions: `${prose.answers.instructions}${describeRules(resources, prose)}`.trim(),
    cacheHints,
  });
  /**
   * Protocol errors are sent to the client. Other errors may contain paths and hosts, so the client gets a general
   * message.
   */
  const answer = <Params>(
    method: string,
    params: z.ZodType<Params>,
    reply: (params: Params) => Promise<Result>,
  ): void =>
    server.setRequestHandler(method, { params }, async (params) => {
      try {
        return await reply(params);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        log((error as Error).message);
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          'The site cannot be read at the moment: try again later',
        );
      }
    });
  answer('resources/list', Cursor, ({ cursor }) => listResources(site, cursor));
  answer('resources/templates/list', Cursor, ({ cursor }) => listTemplates(site, cursor));
  answer('resources/read', Uri, ({ uri }) => readResource(site, uri));
  answer('tools/list', Cursor, ({ cursor }) => listTools(site, cursor));
  answer('tools/call', ToolCall, ({ name, arguments: input }) => callTool({ name, input }, { log, site }));
  answer('prompts/list', Cursor, ({ cursor }) => listPrompts(site, cursor));
  answer('prompts/get', PromptCall, ({ name, arguments: values }) => getPrompt(site, { name, values }));
  answer('completion/complete', Completion, (params) => complete(site, params));
  if (!hasSkills) return server;
  answer('skills/list', Cursor, ({ cursor }) => listSkills(site, cursor));
  answer('skills/get', Uri, ({ uri }) => getSkill(site, uri));
  return server;
}

/** The server's name if the site cannot be read. */
const unknownSite = { name: 'duplex', version: '0' };

/** The adapter's capabilities, independent of the manifest: all lists, and no notifications. */
const capabilities = { resources: {}, tools: {}, prompts: {}, completions: {} };

/** All content is public, and only changes when the site is published. */
const publicMinute: CacheHint = { ttlMs: 60_000, cacheScope: 'public' };
const cacheHints = {
  'tools/list': publicMinute,
  'prompts/list': publicMinute,
  'resources/list': publicMinute,
  'resources/templates/list': publicMinute,
  'resources/read': publicMinute,
  'server/discover': publicMinute,
};
