import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql'
import type { Context } from './context.ts'

/**
 * Limits beside the one that every request counts against. `redirect` and `bio` are those of the HTTP routes that do the same;
 * `create` counts a request's creations beyond its first as requests, and those of anonymous callers against a limit of their own.
 */
export type RateLimitName = 'auth' | 'bulk' | 'redirect' | 'bio' | 'create'

// biome-ignore lint/suspicious/noExplicitAny: a table of resolvers holds those of many parent types
export type Resolver<Parent = any> = GraphQLFieldResolver<Parent, Context>

/**
 * How long each list of objects can get, by `Type.field`: a number, or the argument whose list it answers item by item. For a field with a
 * `take` argument, the length without one.
 */
export type ListSizes = Readonly<Record<string, number | AnswersItems>>

interface AnswersItems {
  /** Name of the argument. */
  readonly argument: string
  /** Lists inside the answer that are as long as the items had them, by `Type.field`: the items' member. */
  readonly given?: Readonly<Record<string, string>>
}

/** One subject's part of the schema: its definitions beside its resolvers. */
export interface SchemaPart {
  /** Definitions, with `extend type Query` and `extend type Mutation`. */
  readonly sdl: string
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>> | GraphQLScalarType>>
  /** Root fields of which each call counts against a limit of its own. */
  readonly rateLimits?: Readonly<Record<string, RateLimitName>>
  readonly listSizes?: ListSizes
}
