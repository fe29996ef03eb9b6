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
export const outputSchemaOf = (output: z.ZodObject): ObjectSchema =>
  withoutRequired(toJsonSchema(output)) as ObjectSchema

function withoutRequired({ required: _, properties, items, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(items && { items: withoutRequired(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, withoutRequired(of)])),
    }),
  }
}

interface InputWording {
  /** Arguments that treat null differently from an omitted argument. */
  readonly nullable: readonly string[]
  /** Descriptions by path, in place of the schema's own; an empty one leaves it out. */
  readonly words: Readonly<Record<string, string>>
}

/**
 * The schema of a tool's arguments: only declared ones are accepted. For most arguments of a use case, null means the same as omitting
 * them, so the schema omits null; models read each word of it.
 */
export const inputSchemaOf = (input: z.ZodObject, wording: InputWording): ObjectSchema =>
  closed(toJsonSchema(input), wording) as ObjectSchema

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
  if ((jsonSchema.maximum ?? 0) >= 2 ** 31 - 1) delete jsonSchema.maximum
}

function closed(schema: JsonSchema, wording: InputWording, path: readonly string[] = []): JsonSchema {
  const { description: given, ...undescribed } = schema
  const description = wording.words[path.join('.')] ?? given
  const described = description ? { ...undescribed, description } : undescribed
  if (schema.items) return { ...described, items: closed(schema.items, wording, [...path, 'items']) }
  if (schema.properties === undefined) return described
  const { type = 'object', properties = {}, required, ...rest } = described
  const kept = Object.entries(properties).map(([name, property]) => {
    const stated = wording.nullable.includes(name) ? withNull(property) : withoutNull(property)
    return [name, closed(stated, wording, [...path, name])] as const
  })
  return {
    ...{ type, properties: Object.fromEntries(kept), ...(required && { required }) },
    ...{ additionalProperties: false, ...rest },
  }
}

/** The alternatives of a value and null as one schema with two types. */
function withNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const value = anyOf?.find(({ type }) => type !== 'null')
  return value ? { ...value, ...schema, type: [value.type ?? 'object', 'null'].flat() } : schema
}

function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (schema.default === null) delete (schema as { default?: unknown }).default
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((type) => type !== 'null') }
  return anyOf ? { ...anyOf.find(({ type }) => type !== 'null'), ...schema } : schema
}
