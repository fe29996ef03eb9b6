import type { CallToolResult, Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import {
  type AnyUseCase,
  type App,
  describeError,
  type HostBlocks,
  type Link,
  type OutputOf,
  type Scope,
  type User,
} from '@shortlink/core'
import { IdempotencyKey } from '@shortlink/core/host'
import type { Clock } from '@shortlink/core/ports'
import { ok, type Result } from 'neverthrow'
import { z } from 'zod'
import { requestIdIfAny } from '../../kit/request-id.ts'
import { issueWording, parseArguments, unknownArguments } from './arguments.ts'
import { DryRun, marked, withoutDryRun } from './dry-run.ts'
import { withDomainId, withPlainSlugs } from './forgiving.ts'
import { withoutKey } from './idempotency-key.ts'
import { inputSchemaOf, type JsonSchema, listedSchemaOf, outputSchemaOf } from './json-schema.ts'
import { failure } from './tool-result.ts'

/** Dependencies of a tool: the app, the caller, the time, the blocked hosts, and the URLs of links. */
export interface ToolHost {
  readonly app: App
  readonly clock: Clock
  readonly blocklist: HostBlocks
  readonly caller: User
  /** The public URL of a link. */
  readonly shortUrl: (link: Pick<Link, 'hostname' | 'slug'>) => string
  /** Whether the client has disconnected. */
  readonly isGone?: (() => boolean) | undefined
}

export interface Tool {
  /** The tool's entry in `tools/list`. */
  readonly listed: ListedTool
  /** The schema of `structuredContent`. Lists omit it: it would be a third of their text, and descriptions name the members. */
  readonly outputSchema: JsonSchema
  /** The scope that an API key needs for the tool; null for none. */
  readonly scope: Scope | null
  /** Counts against the limit for bulk operations. */
  readonly bulk: boolean
  /** A call writes one record, and its response is about as long as its arguments, so more calls of a user run concurrently. */
  readonly quick: boolean
  call(host: ToolHost, raw: unknown, idempotencyKey: unknown): Promise<CallToolResult>
}

/** The names of a use case's arguments. */
type ArgumentOf<U> = U extends { readonly input: z.ZodObject<infer Shape> } ? keyof Shape & string : never

export interface ToolOptions<U, Input extends z.ZodObject, Output extends z.ZodType> {
  readonly title: string
  readonly hints: ToolAnnotations
  /** The use case's arguments that the tool accepts; all of them by default. Only the use case parses them. */
  readonly takes?: readonly ArgumentOf<U>[]
  /** The arguments, if the tool has other bounds or descriptions for them. */
  readonly input?: z.ZodObject
  /** Another use case for some arguments, with the same input and result as the tool's use case. */
  readonly instead?: (given: Readonly<Record<string, unknown>>) => AnyUseCase<OutputOf<U>> | undefined
  /** The part of `input` that the tool checks before the use case runs. */
  readonly checked?: Input
  /** Converts the tool's arguments to the use case's, after validating the arguments in `checked`; by default the identity. */
  readonly toInput?: (given: z.output<Input> & Readonly<Record<string, unknown>>) => unknown
  /** Shorter descriptions of arguments by their path, such as `rules.items.target`, where keywords of the schema say the rest. */
  readonly words?: Readonly<Record<string, string>>
  /** Paths of objects whose members are not listed. */
  readonly brief?: readonly string[]
  /** The argument with the id of a domain; models also send its hostname. */
  readonly domain?: 'id' | 'domainId'
  /** Rewrites the arguments before anything reads them. */
  readonly rewrite?: (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** The result. */
  readonly output: Output
  /** With an idempotency key, as an argument or in `_meta`, the work is done once. */
  readonly replay?: boolean
  readonly bulk?: boolean
  readonly quick?: boolean
}

type Given = Readonly<Record<string, unknown>>

/** Descriptions of the arguments that tools share; the server's instructions say more. */
const SHARED_WORDS = {
  idempotencyKey: 'Makes a retry safe.',
  dryRun: 'Change nothing.',
  cursor: 'The last nextCursor.',
}

type ToResult<U, Given> = (out: OutputOf<U>, given: Given, host: ToolHost) => CallToolResult | Promise<CallToolResult>

/** Creates a tool from a use case. The use case parses the arguments; the tool refuses undeclared ones and words the errors. */
export function declareTool<U extends AnyUseCase, Input extends z.ZodObject>(
  name: string,
  description: string,
  useCase: U,
  options: ToolOptions<U, Input, z.ZodType>,
  output: z.ZodObject,
  toResult: ToResult<U, z.output<Input>>,
): Tool {
  const { title, hints, checked, words = {}, brief = [], replay = false, bulk = false, quick = false } = options
  const input = options.input ?? pick(useCase, options.takes)
  const supportsDryRun = hints.readOnlyHint === false && useCase.noDryRun === undefined
  const callOptions = {
    ...(replay && { idempotencyKey: IdempotencyKey.optional() }),
    ...(supportsDryRun && { dryRun: DryRun }),
  }
  const accepted = inputSchemaOf(z.object({ ...input.shape, ...callOptions }), { ...SHARED_WORDS, ...words })
  const check = (given: unknown) => (checked ? parseArguments(checked, given) : ok(given as z.output<Input>))

  async function understand(given: unknown, host: ToolHost): Promise<Result<unknown, string>> {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return ok(given)
    const rewritten = options.rewrite?.(given as Given) ?? (given as Given)
    return options.domain ? withDomainId(options.domain, rewritten, host) : ok(rewritten)
  }

  async function perform(host: ToolHost, raw: unknown, metaKey: unknown, dryRun: boolean): Promise<CallToolResult> {
    const separated = withoutKey(raw, replay, metaKey)
    if (separated.isErr()) return failure(separated.error)
    const { idempotencyKey } = separated.value
    const understood = await understand(separated.value.given, host)
    if (understood.isErr()) return failure(understood.error)
    const given = understood.value
    const parsed = check(given)
    if (parsed.isErr()) return failure(parsed.error)
    const input = options.toInput ? options.toInput({ ...(given as object), ...parsed.value }) : given
    const work = options.instead?.(given as Readonly<Record<string, unknown>>) ?? useCase
    const out = await host.app.run(work, host.caller, input, {
      idempotencyKey,
      scope: name,
      issueWording: issueWording(given),
      isGone: host.isGone,
      origin: { surface: 'MCP', requestId: requestIdIfAny() },
      dryRun,
    })
    return out.isErr() ? failure(describeError(out.error)) : toResult(out.value, parsed.value, host)
  }

  return {
    listed: {
      name,
      title,
      description,
      inputSchema: listedSchemaOf(accepted, brief),
      annotations: hints,
    },
    outputSchema: outputSchemaOf(output),
    scope: useCase.scope,
    bulk,
    quick,
    async call(host, raw, metaKey) {
      const read = withPlainSlugs(accepted, raw ?? {})
      const unknown = unknownArguments(accepted, read)
      if (unknown !== undefined) return failure(unknown)
      const separated = withoutDryRun(read, supportsDryRun)
      if (separated.isErr()) return failure(separated.error)
      const { given, dryRun } = separated.value
      const result = await perform(host, given, metaKey, dryRun)
      return dryRun ? marked(result) : result
    },
  }
}

/** The named arguments of a use case, in the order of their names. Unlike `pick` of zod, it takes refined schemas. */
function pick({ input }: AnyUseCase, names?: readonly string[]): z.ZodObject {
  const { shape } = input as z.ZodObject
  return z.object(names ? Object.fromEntries(names.map((name) => [name, shape[name]])) : shape)
}
