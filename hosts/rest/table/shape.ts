import type { Link } from '@shortlink/core'
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Context } from '../../graphql/context.ts'
import { runsUseCase } from '../../graphql/field.ts'
import { resolvers, schema } from '../../graphql/schema.ts'
import type { Resolver } from '../../graphql/schema-part.ts'
import type { JsonSchema } from './json-schema.ts'

/** The parts of a request that values of responses depend on. */
export interface ShapeContext extends Pick<Context, 'shortUrl' | 'statusOf' | 'payload'> {
  /** The version of a link, for its `ETag`. */
  version(link: Link): string
}

/** The JSON of a record in responses, and its schema. */
export interface Shape<Value = unknown> {
  /** The name of its schema in the OpenAPI document. */
  readonly name: string
  readonly schema: JsonSchema
  /** The schemas that its schema refers to. */
  readonly parts: readonly Shape[]
  toJson(value: Value, context: ShapeContext): unknown
}

interface ShapeOptions {
  /** The name in REST; that of the GraphQL type by default. */
  readonly as?: string
  /** Names of fields in REST that differ from GraphQL. */
  readonly rename?: Readonly<Record<string, string>>
  readonly omit?: readonly string[]
}

/**
 * Returns the shape of a GraphQL type: its fields with their descriptions, without fields that run a separate use case. So a field
 * that is added to GraphQL appears in REST, in the OpenAPI document and in the documentation.
 */
export function shapeOf<Value = unknown>(
  typeName: string,
  options: ShapeOptions = OPTIONS[typeName] ?? {},
): Shape<Value> {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`GraphQL has no object type ${typeName}`)
  const { as = typeName, rename = {}, omit = [] } = options
  const parts: Shape[] = []
  const fields = Object.values(type.getFields()).filter(
    ({ name }) => !omit.includes(name) && !runsUseCase(resolverOf(type, name)),
  )
  const members = fields.map(({ name, type: valueType, description }) => {
    const value = shapeOfValue(valueType, parts)
    return { name: rename[name] ?? name, description, ...value, read: reader(type, name) }
  })
  return {
    name: as,
    parts,
    schema: {
      type: 'object',
      ...(type.description && { description: type.description }),
      properties: Object.fromEntries(
        members.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
      ),
      required: members.map(({ name }) => name),
    },
    toJson(value, context) {
      const json: Record<string, unknown> = {}
      for (const { name, read, toJson } of members) json[name] = toJson(read(value, context), context)
      return json
    },
  }
}

/** Types with other names or fields in REST than in GraphQL. */
const OPTIONS: Readonly<Record<string, ShapeOptions>> = {
  Shortlink: { as: 'Link', rename: { shortlink: 'slug' } },
  BulkShortlinkResult: { as: 'BulkLinkResult', rename: { shortlink: 'link' } },
  User: { omit: ['shortlinks'] },
  Webhook: { omit: ['secret'] },
}

/** The shape of a type with fewer fields. */
export const shapeWithout = <Value = unknown>(typeName: string, as: string, omit: readonly string[]): Shape<Value> =>
  shapeOf(typeName, { ...OPTIONS[typeName], as, omit: [...(OPTIONS[typeName]?.omit ?? []), ...omit] })

interface ValueShape {
  readonly schema: JsonSchema
  toJson(value: unknown, context: ShapeContext): unknown
}

function shapeOfValue(type: GraphQLOutputType, parts: Shape[]): ValueShape {
  if (isNonNullType(type)) return presentValue(type.ofType, parts)
  const { schema, toJson } = presentValue(type, parts)
  return {
    schema: orNull(schema),
    toJson: (value, context) => (value == null ? null : toJson(value, context)),
  }
}

function presentValue(type: GraphQLOutputType, parts: Shape[]): ValueShape {
  if (isListType(type)) {
    const item = shapeOfValue(type.ofType, parts)
    return {
      schema: { type: 'array', items: item.schema },
      toJson: (values, context) => (values as unknown[]).map((value) => item.toJson(value, context)),
    }
  }
  if (isObjectType(type)) {
    const shape = shapeOf(type.name)
    parts.push(shape)
    return { schema: { $ref: refOf(shape.name) }, toJson: shape.toJson }
  }
  if (isEnumType(type))
    return { schema: { type: 'string', enum: type.getValues().map(({ name }) => name) }, toJson: asIs }
  return SCALARS[String(type)] ?? { schema: {}, toJson: asIs }
}

const asIs = (value: unknown) => value

const SCALARS: Readonly<Record<string, ValueShape>> = {
  ID: { schema: { type: 'string' }, toJson: asIs },
  String: { schema: { type: 'string' }, toJson: asIs },
  Boolean: { schema: { type: 'boolean' }, toJson: asIs },
  Int: { schema: { type: 'integer' }, toJson: asIs },
  Float: { schema: { type: 'number' }, toJson: asIs },
  DateTime: { schema: { type: 'string', format: 'date-time' }, toJson: (at) => new Date(at as number).toISOString() },
}

export const refOf = (name: string): string => `#/components/schemas/${name}`

const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'string' && schema.enum === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

const resolverOf = ({ name: type }: GraphQLObjectType, field: string): Resolver | undefined => {
  const fields = resolvers[type]
  return fields && field in fields ? (fields as Readonly<Record<string, Resolver>>)[field] : undefined
}

/** Reads a field as GraphQL does. Resolvers of records use the arguments and `info` only to run use cases, which shapes leave out. */
function reader(type: GraphQLObjectType, field: string): (value: unknown, context: ShapeContext) => unknown {
  const resolve = resolverOf(type, field)
  if (resolve === undefined) return (value) => (value as Readonly<Record<string, unknown>>)[field]
  return (value, context) => resolve(value, {}, context as unknown as Context, undefined as never)
}
