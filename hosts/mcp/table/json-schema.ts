import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

/** The JSON Schema keywords in tools' input schemas. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly default?: unknown
  readonly description?: string
}

type ObjectSchema = ListedTool['inputSchema']

/**
 * The schema of a tool's result. It requires no member, so that it also holds for `{error}`, which every tool may return: an alternative in
 * each schema would be a tenth of the tool text that models read.
 */
export const outputSchemaOf = (output: z.ZodObject): JsonSchema => withoutRequired(toJsonSchema(output))

function withoutRequired({ required: _, properties, items, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(items && { items: withoutRequired(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, withoutRequired(of)])),
    }),
  }
}

/** Descriptions by path, in place of the schema's own. */
type Words = Readonly<Record<string, string>>

/**
 * The schema of a tool's arguments: only declared ones are accepted. Each has one type, since some services refuse others; null is
 * accepted as well, but not stated.
 */
export const inputSchemaOf = (input: z.ZodObject, words: Words): JsonSchema => closed(toJsonSchema(input), words)

/**
 * The same without the members of the objects at `paths`, whose descriptions say where to find them. `additionalProperties` is left out:
 * models read the list, and errors name unknown arguments.
 */
export function listedSchemaOf(schema: JsonSchema, paths: readonly string[]): ObjectSchema {
  const { additionalProperties: _, ...listed } = withoutMembers(schema, paths, [])
  return listed as ObjectSchema
}

function withoutMembers(schema: JsonSchema, paths: readonly string[], path: readonly string[]): JsonSchema {
  const { type, description, items, properties } = schema
  if (paths.includes(path.join('.'))) return { ...(type && { type }), ...(description && { description }) }
  return {
    ...schema,
    ...(items && { items: withoutMembers(items, paths, [...path, 'items']) }),
    ...(properties && {
      properties: mapValues(properties, (property, name) => withoutMembers(property, paths, [...path, name])),
    }),
  }
}

const mapValues = <From, To>(from: Readonly<Record<string, From>>, map: (value: From, name: string) => To) =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value, name)]))

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', override: simplify })
  return json as JsonSchema
}

interface Bounds {
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

/** The format that every service accepts: some refuse each request of a conversation that offers a tool with another one, such as `uri`. */
const COMMON_FORMAT = 'date-time'

/**
 * Removes bounds that only state the range of machine integers, which say nothing to a model, and the pattern of a format. Descriptions
 * state lengths of text and forms of URLs where they matter, and so do errors.
 */
function simplify({ jsonSchema }: { jsonSchema: Bounds }) {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.format !== COMMON_FORMAT) delete jsonSchema.format
  delete jsonSchema.minLength
  delete jsonSchema.maxLength
  if ((jsonSchema.minimum ?? 0) <= -(2 ** 31)) delete jsonSchema.minimum
  if ((jsonSchema.maximum ?? 0) >= 1e9) delete jsonSchema.maximum
}

function closed(schema: JsonSchema, words: Words, path: readonly string[] = []): JsonSchema {
  const { description: given, ...undescribed } = withoutNull(schema)
  const description = words[path.join('.')] ?? given
  const described = description ? { ...undescribed, description } : undescribed
  if (described.items) return { ...described, items: closed(described.items, words, [...path, 'items']) }
  if (described.properties === undefined) return described
  const { type = 'object', properties = {}, required, ...rest } = described
  return {
    type,
    properties: mapValues(properties, (property, name) => closed(property, words, [...path, name])),
    ...(required && { required }),
    // Once for the whole schema: models do not invent members of members.
    ...(path.length === 0 && { additionalProperties: false }),
    ...rest,
  }
}

/** The schema without null among its alternatives, and without a default that says as much as none. */
function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const { default: byDefault, ...rest } = schema
  const stated = byDefault == null || byDefault === false ? rest : schema
  if (Array.isArray(stated.type)) return { ...stated, type: stated.type.find((type) => type !== 'null') }
  return anyOf ? { ...anyOf.find(({ type }) => type !== 'null'), ...stated } : stated
}
