import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql'
import type { Context } from './context.ts'

/** Limits beside the one that every request counts against. */
export type ChargedLimit = 'auth' | 'bulk'

// biome-ignore lint/suspicious/noExplicitAny: a table of resolvers holds those of many parent types
export type Resolver<Parent = any> = GraphQLFieldResolver<Parent, Context>

/** One subject's part of the schema: its definitions beside its resolvers. */
export interface Slice {
  /** Definitions, with `extend type Query` and `extend type Mutation`. */
  readonly sdl: string
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>> | GraphQLScalarType>>
  /** Root fields of which each call counts against a limit of its own. */
  readonly charges?: Readonly<Record<string, ChargedLimit>>
  /** How long lists without a `take` argument are taken to be, by `Type.field`, when that is far from the default. */
  readonly listSizes?: Readonly<Record<string, number>>
}
