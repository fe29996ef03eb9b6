import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

/** What tools' input schemas use of JSON Schema. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly default?: unknown
}

type ObjectSchema = ListedTool['inputSchema']

/** The schema of a tool's result. */
export const outputSchemaOf = (output: z.ZodObject): ObjectSchema => toJsonSchema(output) as ObjectSchema

/**
 * The schema of a tool's arguments: only declared ones are accepted. For an argument of a use case, null means the same as leaving it
 * out, so `dropNulls` leaves null out of the schema; models read each word of it.
 */
export const inputSchemaOf = (input: z.ZodObject, { dropNulls }: { dropNulls: boolean }): ObjectSchema =>
  closed(toJsonSchema(input), dropNulls) as ObjectSchema

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', override: dropSafeBounds })
  return json as JsonSchema
}

/** Bounds of integers at 53 bits say nothing to a model. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function closed(schema: JsonSchema, dropNulls: boolean): JsonSchema {
  if (schema.items) return { ...schema, items: closed(schema.items, dropNulls) }
  if (schema.properties === undefined) return schema
  const { type: _, properties, required, ...rest } = schema
  const kept = Object.entries(properties).map(
    ([name, property]) => [name, closed(dropNulls ? withoutNull(property) : property, dropNulls)] as const,
  )
  return {
    ...{ type: 'object', properties: Object.fromEntries(kept), ...(required && { required }) },
    ...{ additionalProperties: false, ...rest },
  }
}

function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (schema.default === null) delete (schema as { default?: unknown }).default
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((type) => type !== 'null') }
  return anyOf ? { ...anyOf.find(({ type }) => type !== 'null'), ...schema } : schema
}
