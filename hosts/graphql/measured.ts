import {
  defaultFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
} from 'graphql'
import type { Context } from './context.ts'
import { runsUseCase } from './field.ts'
import { inSlices } from './in-slices.ts'
import { jsonBytes } from './limits/answer-size.ts'
import type { Resolver } from './schema-part.ts'

/** The schema, with resolvers that count their additions to the response and pause within long lists. */
export function measured(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      // These pause by themselves, and their values are counted field by field.
      if (runsUseCase(field.resolve)) continue
      field.resolve = measuring(field.resolve ?? defaultFieldResolver, isLeafType(getNamedType(field.type)))
    }
  }
  return schema
}

const measuring =
  (resolve: Resolver, isLeaf: boolean): Resolver =>
  (source, args, context: Context, info) => {
    const { answer } = context
    // Counted before the resolver runs: if this throws, no promise of a resolver is left without a handler.
    answer.add(String(info.path.key).length + 4)
    const value = resolve(source, args, context, info)
    if (!isLeaf) return inSlices(value, context)
    answer.add(jsonBytes(value))
    return value
  }
