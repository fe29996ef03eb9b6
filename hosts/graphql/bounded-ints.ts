import { defaultFieldResolver, GraphQLInt, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { runsUseCase } from './field.ts'
import type { Resolver } from './schema-part.ts'

/** The largest `Int` of GraphQL, 2^31 - 1. */
const MAX_INT = 2_147_483_647

/** Caps the values of `Int` fields at the largest `Int`: a larger count would fail the list that it is in. */
export function withBoundedInts(schema: GraphQLSchema): GraphQLSchema {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
  for (const field of fields) {
    if (getNamedType(field.type) !== GraphQLInt || runsUseCase(field.resolve)) continue
    field.resolve = bounded(field.resolve ?? defaultFieldResolver)
  }
  return schema
}

const bounded =
  (resolve: Resolver): Resolver =>
  (...call) => {
    const value = resolve(...call)
    return typeof value === 'number' && value > MAX_INT ? MAX_INT : value
  }
