import type { GraphQLFieldResolver, GraphQLScalarType } from 'graphql'
import type { Context } from './context.ts'

/**
 * Rate limits in addition to the one for all requests. `redirect` and `bio` are shared with the HTTP routes of the same purpose.
 * `create` counts each creation after the first of a request as one more request, and creations of anonymous callers separately.
 */
export type RateLimitName = 'auth' | 'bulk' | 'redirect' | 'bio' | 'create'

// biome-ignore lint/suspicious/noExplicitAny: a resolver table contains resolvers of many parent types
export type Resolver<Parent = any> = GraphQLFieldResolver<Parent, Context>

/**
 * Maximum number of items in each list of objects, by `Type.field`: a number, or the argument with one item for each item of the list. For
 * a field with a `take` argument, the number of items without it.
 */
export type ListSizes = Readonly<Record<string, number | AnswersItems>>

interface AnswersItems {
  /** Name of the argument. */
  readonly argument: string
  /** Lists inside the result that are as long as a member of the argument's items, by `Type.field`. */
  readonly given?: Readonly<Record<string, string>>
}

export type FieldCosts = Readonly<Record<string, number>>

/** The part of the schema of one subject: definitions and resolvers. */
export interface SchemaPart {
  /** Definitions, with `extend type Query` and `extend type Mutation`. */
  readonly sdl: string
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>> | GraphQLScalarType>>
  /** Root fields with an additional rate limit. */
  readonly rateLimits?: Readonly<Record<string, RateLimitName>>
  readonly listSizes?: ListSizes
  /** Costs of fields, by `Type.field`, that make a use case above them do more; the values inside them are added. */
  readonly fieldCosts?: FieldCosts
}
