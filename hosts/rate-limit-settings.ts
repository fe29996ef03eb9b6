import { number } from './setting-types.ts'

/** Settings of requests per minute; 0 switches a limit off. */
export const rateLimitSettings = {
  RATELIMIT_REDIRECT_PER_MIN: number().default(600).describe('redirects, per address'),
  RATELIMIT_GRAPHQL_PER_MIN: number()
    .default(300)
    .describe('GraphQL requests, per user, or per address without a login'),
  RATELIMIT_BULK_PER_MIN: number().default(30).describe('bulk creations, updates and deletions, per user'),
  RATELIMIT_ANONYMOUS_CREATE_PER_MIN: number()
    .default(10)
    .describe('anonymous `createShortlink`, per address; each alias counts'),
  RATELIMIT_AUTH_PER_MIN: number()
    .default(10)
    .describe('`login`, `signup` and `resetPassword`, per address; 0 = off, for links with a password as with 10'),
  RATELIMIT_PASSWORD_PER_MIN: number().default(10).describe('passwords of links, per address; 0 = off'),
  RATELIMIT_PUBLIC_PER_MIN: number()
    .default(120)
    .describe('QR codes and bio pages, per address, each with its own count'),
  RATELIMIT_MCP_PER_MIN: number().default(300).describe('MCP messages, per user'),
}
