import type { CursorPage } from '@shortlink/core'
import type { z } from 'zod'
import { pauseIfDue } from '../../kit/slices.ts'
import { type JsonSchema, outputSchema } from './json-schema.ts'
import { refOf, type Shape, type ShapeContext } from './shape.ts'

/** The JSON of a response, with the headers that depend on it. */
export interface Body {
  /** The status, if it is not the one of the operation's answer. */
  readonly status?: number
  /** The JSON of the body; undefined for no body, or for {@link Body.bytes}. */
  readonly json?: unknown
  readonly bytes?: Uint8Array<ArrayBuffer> | string
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** How a use case's outcome becomes a response. */
export interface Answer<Out> {
  readonly status: number
  readonly description: string
  /** The schema of the body; undefined for none. */
  readonly schema: JsonSchema | undefined
  /** The media types that the body may have; the first one unless it sets a header. */
  readonly mediaTypes: readonly string[]
  /** Examples of the body by media type. */
  readonly examples?: Readonly<Record<string, unknown>>
  /** The shapes that the schema refers to. */
  readonly shapes: readonly Shape[]
  /** Whether the response has an `ETag`, which `If-None-Match` compares. */
  readonly isTagged?: boolean
  /** Whether the response has a `Location`. */
  readonly isLocated?: boolean
  /** Whether the operation may create the record; the status is then 201. */
  readonly mayCreate?: boolean
  body(out: Out, context: ShapeContext): Body | Promise<Body>
}

const JSON_TYPES = ['application/json']

interface OneOptions<Out> {
  /** The record of the response; the outcome itself by default. */
  readonly of?: (out: Out) => unknown
  /** The path of the new record, which makes the status 201. */
  readonly location?: (out: Out) => string
}

/** One record. */
export const one = <Out>(shape: Shape, { of = (out) => out, location }: OneOptions<Out> = {}): Answer<Out> => ({
  status: location ? 201 : 200,
  description: location ? `The new record.` : 'The record.',
  schema: { $ref: refOf(shape.name) },
  mediaTypes: JSON_TYPES,
  shapes: [shape],
  isLocated: location !== undefined,
  body: (out, context) => ({
    json: shape.toJson(of(out), context),
    ...(location && { headers: { location: `/api/v1${location(out)}` } }),
  }),
})

/** A page of a list; `of` converts an outcome of another form. */
export const page = <Out = CursorPage<unknown>>(
  shape: Shape,
  of: (out: Out) => CursorPage<unknown> = (out) => out as CursorPage<unknown>,
): Answer<Out> => ({
  ...listAnswer(shape, 'items'),
  schema: listSchema('items', shape, { nextCursor: NEXT_CURSOR }),
  async body(out, context) {
    const { items, nextCursor } = of(out)
    return { json: { items: await eachOf(items, shape, context), nextCursor } }
  },
})

/** A whole list, in the form of a page. */
export const list = <Item>(shape: Shape, of: (item: Item) => unknown = (item) => item): Answer<readonly Item[]> =>
  page(shape, (items) => ({ items: items.map(of), nextCursor: null }))

/** The results of a bulk operation, one for each item. */
export const results = <Item>(shape: Shape, of: (item: Item) => unknown): Answer<readonly Item[]> => ({
  ...listAnswer(shape, 'results'),
  body: async (items, context) => ({ json: { results: await eachOf(items.map(of), shape, context) } }),
})

/** An object with a separate schema. */
export const object = <Out, Json extends z.ZodObject>(
  schema: Json,
  toJson: (out: Out) => z.input<Json>,
  example?: z.input<Json>,
): Answer<Out> => ({
  status: 200,
  description: 'The result.',
  schema: outputSchema(schema),
  mediaTypes: JSON_TYPES,
  ...(example && { examples: { 'application/json': example } }),
  shapes: [],
  body: (out) => ({ json: toJson(out) }),
})

/** No body. */
export const nothing: Answer<unknown> = {
  status: 204,
  description: 'Done.',
  schema: undefined,
  mediaTypes: JSON_TYPES,
  shapes: [],
  body: () => ({ json: undefined }),
}

const NEXT_CURSOR: JsonSchema = {
  type: ['string', 'null'],
  description: 'Pass it as `cursor` for the next page; null on the last page.',
}

const listSchema = (name: string, shape: Shape, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type: 'array', items: { $ref: refOf(shape.name) } }, ...more },
  required: [name, ...Object.keys(more)],
})

const listAnswer = (shape: Shape, name: string) => ({
  status: 200,
  description: name === 'items' ? 'A page of the list.' : 'One result for each item, in their order.',
  schema: listSchema(name, shape),
  mediaTypes: JSON_TYPES,
  shapes: [shape],
})

async function eachOf(items: readonly unknown[], shape: Shape, context: ShapeContext): Promise<unknown[]> {
  const done: unknown[] = []
  for (const item of items) {
    done.push(shape.toJson(item, context))
    await pauseIfDue()
  }
  return done
}
