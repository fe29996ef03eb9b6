export { type Client, type ClientOptions, createClient } from './client.ts'
export { ApiError, type ErrorCode } from './error.ts'
export type { CallOptions, DataOf, ItemOf, ListPath, Method, PathWith, Result } from './operations.ts'
export type { components, paths } from './schema.ts'
