import type { CallToolResult, Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import {
  type AnyUseCase,
  type App,
  type CursorPage,
  cursorInput,
  describeError,
  type Link,
  type OutputOf,
  type Position,
  pageOf,
  parseInput,
  toPage,
  type User,
} from '@shortlink/core'
import { z } from 'zod'
import { parseArguments } from './arguments.ts'
import { createJsonList } from './json-list.ts'

/** For whom a tool works, and through what. */
export interface ToolHost {
  readonly app: App
  readonly caller: User
  /** The public address of a link. */
  readonly shortUrl: (link: Pick<Link, 'hostname' | 'slug'>) => string
}

export interface Tool {
  /** As `tools/list` tells it. */
  readonly listed: ListedTool
  /** Counts against the limit for bulk operations. */
  readonly bulk: boolean
  call(host: ToolHost, given: unknown, idempotencyKey: unknown): Promise<CallToolResult>
}

interface Options<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly title: string
  readonly hints: ToolAnnotations
  /** The tool's own arguments; none by default. */
  readonly input?: Input
  /** Translates the arguments to the use case's input; taken over as they are by default. */
  readonly args?: (given: z.output<Input>) => unknown
  /** What the tool gives. */
  readonly output: Output
  /** Given an idempotency key, does its work once. */
  readonly replay?: boolean
  readonly bulk?: boolean
}

/** What tools do to the world, in the words of the protocol. */
export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const
export const replaces = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Declares a tool that gives one object: a use case under the tool's own names. */
export function tool<U extends AnyUseCase, Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  description: string,
  useCase: U,
  shape: (out: OutputOf<U>, host: ToolHost) => z.input<Output>,
  options: Options<Input, Output>,
): Tool {
  return declare(name, description, useCase, options, options.output, (out: OutputOf<U>, _given, host) => {
    const json = shape(out, host)
    return toResult(json, json)
  })
}

/** Declares a tool that gives a JSON array, which `structuredContent` holds under the name `as`. */
export function listTool<U extends AnyUseCase, Input extends z.ZodObject, Output extends z.ZodType>(
  name: string,
  description: string,
  useCase: U,
  shape: (out: OutputOf<U>, host: ToolHost, given: z.output<Input>) => z.input<Output>[],
  options: Options<Input, Output> & { readonly as: string },
): Tool {
  const output = z.object({ [options.as]: z.array(options.output) })
  return declare(name, description, useCase, options, output, (out: OutputOf<U>, given, host) => {
    const json = shape(out, host, given)
    return toResult(json, { [options.as]: json })
  })
}

/** Bytes of a page as it is sent: a page of longer items ends earlier, and its cursor goes on from there. */
const MAX_PAGE_BYTES = 2 << 20

/** What a list holds, be it given whole or page by page. */
type ItemOf<U> = OutputOf<U> extends CursorPage<infer Item> | readonly (infer Item)[] ? Item : never

/**
 * Declares a tool that gives a list page by page. The use case takes `limit` and `cursor` itself, or gives the whole of a list that
 * is short by its nature.
 */
export function pagedTool<U extends AnyUseCase, Output extends z.ZodType>(
  name: string,
  description: string,
  useCase: U,
  shape: (item: ItemOf<U>, host: ToolHost) => z.input<Output>,
  options: Omit<Options<z.ZodObject, Output>, 'input' | 'args'> & {
    readonly as: string
    readonly limit?: number
    readonly max?: number
  },
): Tool {
  const { as, limit = 50, max = 100 } = options
  const window = z.object(cursorInput({ limit, max }))
  const input = z.strictObject({
    limit: z.int().min(1).max(max).default(limit).describe('How many to give at most.'),
    cursor: z.string().optional().describe('`nextCursor` of the page before; leave it out for the first page.'),
  })
  const output = z.object({
    [as]: z.array(options.output),
    nextCursor: z.string().optional().describe('There when more follow: the `cursor` of the next page.'),
  })
  return declare(name, description, useCase, { ...options, input }, output, async (out: OutputOf<U>, given, host) => {
    const asked = parseInput(window, given)
    if (asked.isErr()) return failure(describeError(asked.error))
    const found = out as CursorPage<ItemOf<U> & Position> | readonly (ItemOf<U> & Position)[]
    const page = 'nextCursor' in found ? found : pageOf(found, asked.value)
    const list = createJsonList<z.input<Output>>(MAX_PAGE_BYTES)
    await list.add(page.items.map((item) => shape(item, host)))
    const nextCursor = list.isFull ? toPage(page.items, list.items.length).nextCursor : page.nextCursor
    const next = nextCursor === null ? {} : { nextCursor }
    return {
      content: [{ type: 'text', text: list.toJson() }],
      structuredContent: { [as]: list.items, ...next },
      ...(nextCursor !== null && { _meta: next }),
    }
  })
}

function declare<U extends AnyUseCase, Input extends z.ZodObject>(
  name: string,
  description: string,
  useCase: U,
  options: Options<Input, z.ZodType>,
  output: z.ZodObject,
  toResult: (out: OutputOf<U>, given: z.output<Input>, host: ToolHost) => CallToolResult | Promise<CallToolResult>,
): Tool {
  const { title, hints, input = z.strictObject({}), args = (given) => given, replay = false, bulk = false } = options
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: toJsonSchema(input),
      outputSchema: { type: 'object', anyOf: [toJsonSchema(output), toJsonSchema(Failure)] },
      annotations: { title, ...hints },
    },
    bulk,
    async call(host, raw, idempotencyKey) {
      const given = parseArguments(input, raw)
      if (given.isErr()) return failure(given.error)
      const result = await host.app.run(useCase, host.caller, args(given.value as z.output<Input>), {
        // The door says what is wrong with a key that is no text.
        idempotencyKey: replay ? ((idempotencyKey ?? undefined) as string | undefined) : undefined,
        part: name,
      })
      return result.match(
        (out) => toResult(out, given.value as z.output<Input>, host),
        (error) => failure(describeError(error)),
      )
    },
  }
}

const Failure = z.object({ error: z.string().describe('What went wrong; nothing was changed.') })

/** What a tool tells when it cannot do what was asked: part of its answer, not an error of the protocol. */
export const failure = (error: string): CallToolResult => toResult({ error }, { error })

const toResult = (json: unknown, structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(json) }],
  structuredContent,
})

function toJsonSchema(schema: z.ZodObject): ListedTool['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', override: dropSafeBounds })
  return json as ListedTool['inputSchema']
}

/** That an integer is within 53 bits goes without saying, and a model pays for every word. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
