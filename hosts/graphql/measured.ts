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
import type { Resolver } from './slice.ts'

/** The schema, with resolvers that count what they add to the answer and pause within long lists. */
export function measured(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      // These pause by themselves, and what they return is counted field by field.
      if (runsUseCase(field.resolve)) continue
      field.resolve = measuring(field.resolve ?? defaultFieldResolver, isLeafType(getNamedType(field.type)))
    }
  }
  return schema
}

const measuring =
  (resolve: Resolver, isLeaf: boolean): Resolver =>
  (source, args, context: Context, info) => {
    const value = resolve(source, args, context, info)
    context.answer.add(String(info.path.key), isLeaf ? value : undefined)
    return isLeaf ? value : inSlices(value, context)
  }
