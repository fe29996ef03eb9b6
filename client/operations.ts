import type { FetchResponse, MaybeOptionalInit, ParseAs } from 'openapi-fetch'
import type { ApiError } from './error.ts'
import type { paths } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [_ in M]: object } ? P : never
}[keyof paths]

/** Options of one call, in addition to its parameters and body. */
export interface CallOptions {
  /** The time to wait for the response, in milliseconds; the client's by default. */
  readonly timeoutMs?: number
  /** Ends the call. */
  readonly signal?: AbortSignal
}

type InitOf<M extends Method, P extends PathWith<M>> = MaybeOptionalInit<paths[P], M & keyof paths[P]>

/** The last argument of a call; optional if the operation requires neither parameters nor a body. */
export type Arguments<M extends Method, P extends PathWith<M>, A extends ParseAs = 'json'> =
  undefined extends InitOf<M, P>
    ? [init?: NonNullable<InitOf<M, P>> & CallOptions & { readonly parseAs?: A }]
    : [init: InitOf<M, P> & CallOptions & { readonly parseAs?: A }]

/** The body of a successful response, parsed as `A`; undefined for operations without one. */
export type DataOf<M extends Method, P extends PathWith<M>, A extends ParseAs = 'json'> = OrUndefined<
  FetchResponse<Extract<paths[P][M & keyof paths[P]], object>, { parseAs: A }, `${string}/${string}`>['data']
>
type OrUndefined<T> = [NonNullable<T>] extends [never] ? undefined : NonNullable<T>

/** The outcome of a call: `data` or `error`. */
export type Result<T> =
  | { readonly data: T; readonly error?: undefined; readonly response: Response }
  /** `response` is undefined if there was none. */
  | { readonly data?: undefined; readonly error: ApiError; readonly response: Response | undefined }

/** The paths of lists. */
export type ListPath = {
  [P in PathWith<'get'>]: DataOf<'get', P> extends { readonly items: readonly unknown[]; readonly nextCursor: unknown }
    ? P
    : never
}[PathWith<'get'>]

/** An item of a list. */
export type ItemOf<P extends ListPath> =
  DataOf<'get', P> extends { readonly items: readonly (infer Item)[] } ? Item : never
