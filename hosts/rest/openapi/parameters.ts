import type { z } from 'zod'
import { acceptsNull, plain } from '../table/input.ts'
import { inputSchema, type JsonSchema } from '../table/json-schema.ts'
import { comparesVersions, type Row } from '../table/row.ts'

/** A parameter of an operation of the OpenAPI document. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema?: JsonSchema
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** The parameters of an operation: of its path, its query and its headers. */
export const parametersOf = ({ method, useCase, reader, answer, headers = {} }: Row): readonly Parameter[] => [
  ...reader.pathParameters.map(({ name, schema: { description, ...schema } }) => ({
    name,
    in: 'path' as const,
    required: true,
    ...(description && { description }),
    schema: { type: 'string', ...schema },
  })),
  ...(reader.hasBody ? [] : queryParameters(reader.schema)),
  ...headerParameters(headers, inputSchema(useCase.input as z.ZodType)),
  ...(method === 'GET' ? [] : [IDEMPOTENCY_KEY, DRY_RUN]),
  ...(method === 'GET' && answer.isTagged ? [IF_NONE_MATCH] : []),
  ...(comparesVersions({ method, answer }) ? [IF_MATCH] : []),
]

const headerParameters = (
  headers: Readonly<Record<string, string>>,
  { properties = {} }: JsonSchema,
): readonly Parameter[] =>
  Object.entries(headers).map(([member, name]) => {
    const { description, ...schema } = plain(properties[member] ?? {})
    return { name, in: 'header', required: false, ...(description && { description }), schema }
  })

function queryParameters({ properties = {}, required = [] }: JsonSchema): readonly Parameter[] {
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = queryValue(schema)
    const isJson = rest.type === 'object' || rest.items?.type === 'object'
    return {
      name,
      in: 'query' as const,
      required: required.includes(name),
      ...(description && { description }),
      ...(isJson ? { content: { 'application/json': { schema: rest } } } : { schema: rest }),
    }
  })
}

/** The schema of a parameter. Only booleans can be null: in other types `null` is a text. */
function queryValue(schema: JsonSchema): JsonSchema {
  const value = plain(schema)
  return value.type === 'boolean' && acceptsNull(schema) ? { ...value, type: ['boolean', 'null'] } : value
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeated calls with the same key get the first result, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const DRY_RUN: Parameter = {
  name: 'Dry-Run',
  in: 'header',
  required: false,
  description: '`true` returns the response without doing the work.',
  schema: { type: 'string', enum: ['true', 'false'] },
}

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'An `ETag`: the response is 304 without a body if it is still current.',
  schema: { type: 'string' },
}

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'An `ETag`: the record is only changed if it is still current; otherwise the status is 412.',
  schema: { type: 'string' },
}
