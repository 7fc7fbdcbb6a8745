// Schemas of requests' parameters. The SDK has its own, but answers parameters that do not fit as an internal error.
import { z } from 'zod';

export const Cursor = { params: z.looseObject({ cursor: z.string().optional() }) };

export const Uri = { params: z.looseObject({ uri: z.string() }) };

export const ToolCall = {
  params: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
};

export const PromptCall = {
  params: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
};

const Reference = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
  z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
]);

export const Completion = {
  params: z.looseObject({ ref: Reference, argument: z.looseObject({ name: z.string(), value: z.string() }) }),
};
export type CompletionParams = z.infer<(typeof Completion)['params']>;
