import { z } from 'zod'

/** The JSON Schema keywords (draft 2020-12) that schemas of requests and responses use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly propertyNames?: JsonSchema
  /** The schema of the JSON that a text contains. */
  readonly contentSchema?: JsonSchema
}

interface Keywords {
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
}

/** Removes patterns of formats and bounds that only state the range of integers. */
function simplify({ jsonSchema }: { jsonSchema: Keywords }) {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if ((jsonSchema.minimum ?? 0) <= Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if ((jsonSchema.maximum ?? 0) >= Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** The JSON Schema of what a client sends. */
export const inputSchema = (schema: z.ZodType): JsonSchema => toJsonSchema(schema, 'input')

/** The JSON Schema of a response. It accepts more members, so that a later version can add some. */
export const outputSchema = (schema: z.ZodType): JsonSchema => open(toJsonSchema(schema, 'output'))

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: simplify,
  })
  return json as JsonSchema
}

function open({ additionalProperties, properties, items, anyOf, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(typeof additionalProperties === 'object' && { additionalProperties: open(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, open(member)])),
    }),
    ...(items && { items: open(items) }),
    ...(anyOf && { anyOf: anyOf.map(open) }),
  }
}
