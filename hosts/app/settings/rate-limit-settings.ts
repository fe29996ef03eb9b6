import { number, redisAddress } from './setting-types.ts'

/** Rate limits; 0 disables a limit. */
export const rateLimitSettings = {
  RATELIMIT_REDIRECT_PER_MIN: number().default(600).describe('redirects, per IP address'),
  RATELIMIT_GRAPHQL_PER_MIN: number()
    .default(300)
    .describe('GraphQL requests, per user, or per IP address without a credential'),
  RATELIMIT_BULK_PER_MIN: number()
    .default(30)
    .describe('bulk creations, updates and deletions, and changes of ignored addresses, per user'),
  RATELIMIT_ANONYMOUS_CREATE_PER_MIN: number()
    .default(10)
    .describe('anonymous `createShortlink`, per IP address; each GraphQL alias counts'),
  RATELIMIT_AUTH_PER_MIN: number()
    .default(10)
    .describe(
      '`login`, `signup` and `resetPassword`, per IP address; with 0, [link passwords](links.md#set-a-password) keep the limits of 10',
    ),
  RATELIMIT_PASSWORD_PER_MIN: number().default(10).describe('link password attempts, per IP address'),
  RATELIMIT_PUBLIC_PER_MIN: number()
    .default(120)
    .describe('QR codes and bio pages, per IP address, each with its own count'),
  RATELIMIT_REPORT_PER_HOUR: number().default(5).describe('abuse reports, per IP address'),
  RATELIMIT_MCP_PER_MIN: number().default(300).describe('MCP messages, per user'),
  RATELIMIT_STORE: redisAddress()
    .optional()
    .describe(
      '`redis://…` or `rediss://…` (TLS) of a Redis or Valkey server that counts for all replicas ([several replicas](operating.md#share-rate-limits)); unset = each replica counts by itself',
    ),
}
