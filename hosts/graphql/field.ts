import type { Access, DomainError, RunOptions, UseCase } from '@shortlink/core'
import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import type { z } from 'zod'
import { pauseIfDue } from '../kit/slices.ts'
import type { Attempt, Context } from './context.ts'
import { type ArgumentNames, coded, fromDomain } from './errors.ts'
import { inSlices } from './in-slices.ts'
import type { Resolver } from './schema-part.ts'

/** Arguments after validation by the GraphQL schema. */
// biome-ignore lint/suspicious/noExplicitAny: core parses them; here they are only passed on
export type Args = Readonly<Record<string, any>>

interface FieldOptions<Out, Parent> {
  /** The use case's input from the field's arguments; the arguments themselves by default. */
  readonly args?: (args: Args, parent: Parent, context: Context, info: GraphQLResolveInfo) => unknown
  /** The field's value from the use case's; the same by default. */
  readonly shape?: (out: Out, args: Args, context: Context) => unknown
  /** The field's value for a new record of a dry run, which the store does not have. */
  readonly ofNew?: unknown
  /** Names of arguments for the paths of errors. */
  readonly names?: ArgumentNames
  /** Counts the password that the call tries, if it tries one. Wrong passwords throttle the next attempts. */
  readonly attempts?: (args: Args, context: Context) => Attempt | undefined | Promise<Attempt | undefined>
  /** False if a call repeated under its idempotency key is a new call, such as a visit. */
  readonly replay?: boolean
}

/**
 * Creates a resolver for a use case. An expected error of core becomes a GraphQL error with a code; any other error is logged and masked.
 */
export function field<
  A extends Access,
  Input extends z.ZodType,
  Out,
  E extends DomainError,
  Prepared,
  Parent = unknown,
>(
  useCase: UseCase<A, Input, Out, E, Prepared>,
  {
    args = (given) => given,
    shape = (out) => out,
    ofNew,
    names,
    attempts,
    replay = true,
  }: FieldOptions<Out, Parent> = {},
): Resolver<Parent> {
  const resolve: Resolver<Parent> = async (parent, given, context, info) => {
    // A query changes nothing; one that records a visit is refused.
    const dryRun = context.dryRun && (info.path.typename === 'Mutation' || useCase.noDryRun !== undefined)
    const isGone = () => context.answer.hasEnded
    const { origin } = context
    const options = { ...(replay && replayOptions(context, info)), origin, isGone, dryRun }
    const work = async () => {
      await pauseIfDue()
      context.answer.check()
      const isRefused = dryRun && useCase.noDryRun !== undefined
      const attempt = isRefused ? undefined : await attempts?.(given, context)
      if (attempt?.isAdmitted === false) throw coded('RATE_LIMITED', 'Too many requests')
      const input = args(given, parent, context, info)
      // On the result itself: `ResultAsync.map` creates a generator that survives until a full GC.
      const result = (await context.app.run(useCase, context.caller, input, options)).map((out) =>
        shape(out, given, context),
      )
      if (result.isErr() && WRONG_PASSWORD.has(result.error.type)) attempt?.countFailure()
      return result
    }
    const result = await context.limitConcurrency(work).catch((cause: unknown) => {
      throw cause instanceof GraphQLError ? cause : context.mask(cause)
    })
    if (result.isErr()) {
      if (context.dryRun && ofNew !== undefined && result.error.type === 'not-found') return ofNew
      if (result.error.type === 'overloaded') context.rejectUntil(result.error.retryAfterSeconds)
      throw fromDomain(result.error, context.caller, names)
    }
    return inSlices(result.value, context)
  }
  useCaseResolvers.add(resolve)
  return resolve
}

/** Errors that count as a wrong password. */
const WRONG_PASSWORD: ReadonlySet<DomainError['type']> = new Set([
  'bad-credentials',
  'wrong-password',
  'wrong-link-password',
])

const useCaseResolvers = new WeakSet<object>()

/** True for resolvers made by {@link field}, which read the store at each call. */
export const runsUseCase = (resolve: object | undefined) => resolve !== undefined && useCaseResolvers.has(resolve)

function replayOptions({ idempotencyKey, severalMutations }: Context, { path }: GraphQLResolveInfo): RunOptions {
  if (path.typename !== 'Mutation' || idempotencyKey === undefined) return {}
  return severalMutations ? { idempotencyKey, scope: String(path.key) } : { idempotencyKey }
}

/** For input that treats an explicit null like an omitted argument. */
export const withoutNulls = (args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
