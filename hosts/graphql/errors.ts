import { type Caller, type DomainError, describeError } from '@shortlink/core'
import { refusalOf } from '@shortlink/core/host'
import { GraphQLError, Kind } from 'graphql'
import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../kit/error-codes.ts'

/** The codes that clients may branch on; messages are for people. */
export type ErrorCode =
  | DomainErrorCode
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'QUERY_TOO_COMPLEX'
  | 'INTERNAL_SERVER_ERROR'

/** Messages quote the client's input, which may be a megabyte. */
const MAX_MESSAGE_LENGTH = 500

/** GraphQL's names of arguments that have another name in core. */
export type ArgumentNames = Readonly<Record<string, string>>

/** The `extensions` of an error, in addition to its code. */
interface Details {
  /** The rejected credential. */
  readonly reason?: string
  /** The invalid argument or input member, such as `target` or `rules.2`. */
  readonly path?: string
  /** The page that describes the schema. */
  readonly help?: string
}

/** For clients that do not know the schema. */
export const HELP = '/llms.txt'

/**
 * The GraphQL error for an expected error. If the caller is not logged in because of a credential that it sent, `reason` says so. Invalid
 * input has the `path` of the invalid argument.
 */
export function fromDomain(error: DomainError, caller?: Caller, names: ArgumentNames = {}): GraphQLError {
  const reason = error.type === 'not-logged-in' && refusalOf(caller)
  const path = pathOf(error, names)
  const more = { ...(reason && { reason }), ...(path && { path }) }
  return coded(DOMAIN_ERROR_CODES[error.type], describeError(error), more)
}

function pathOf(error: DomainError, names: ArgumentNames): string | undefined {
  const path = error.type === 'slug-reserved' ? 'slug' : error.type === 'invalid-input' ? error.path : ''
  const [name = '', ...rest] = path.split('.')
  return name === '' ? undefined : [Object.hasOwn(names, name) ? names[name] : name, ...rest].join('.')
}

export const coded = (code: ErrorCode, message: string, more: Details = {}): GraphQLError =>
  new GraphQLError(clipped(message), { extensions: { code, ...more } })

/** The same error with a code, and another message if given; it keeps its location in the query. */
export function withCode(
  error: GraphQLError,
  code: ErrorCode,
  message = error.message,
  more: Details = {},
): GraphQLError {
  const { nodes, source, positions, path } = error
  return new GraphQLError(clipped(message), { nodes, source, positions, path, extensions: { code, ...more } })
}

/** Replaces an unexpected error: the message hides the cause, and the id finds it in the log. */
export const masked = (requestId: string): GraphQLError =>
  new GraphQLError('Internal server error', { extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } })

/**
 * Gives an error that leaves the server a code; unexpected ones are replaced by `mask`. Arguments with variables are coerced during
 * execution: errors of that point at a value, never at a field.
 */
export function finished(error: Readonly<GraphQLError | Error>, mask: (cause: unknown) => GraphQLError): GraphQLError {
  if (!(error instanceof GraphQLError)) return coded('BAD_USER_INPUT', error.message)
  if (error.extensions.code !== undefined) return error
  const [node] = error.nodes ?? []
  if (node && node.kind !== Kind.FIELD) return withCode(error, 'BAD_USER_INPUT')
  const { nodes, source, positions, path } = error
  const { message, extensions } = mask(error.originalError ?? error)
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

const clipped = (message: string) =>
  message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…` : message
