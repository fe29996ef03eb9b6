import { z } from 'zod'
import { isLoopback } from '../../kit/loopback.ts'
import { TOOLSET_WORDS } from '../../mcp/toolset-names.ts'
import { flag, number, toolsets, webAddress } from './setting-types.ts'

/** An address that gets codes: https, or http on the own machine. */
const redirect = z
  .url({ protocol: /^https?$/ })
  .refine((value) => value.startsWith('https:') || isLoopback(new URL(value).hostname))

const Clients = z.array(
  z.strictObject({
    client_id: z.string().min(1).max(200),
    client_name: z.string().min(1).max(100),
    redirect_uris: z.array(redirect).min(1),
    client_secret: z.string().min(32).optional(),
  }),
)

const oauthClients = () =>
  z.string().transform((value, context) => {
    try {
      return Clients.parse(JSON.parse(value))
    } catch {
      context.addIssue(
        'must be a JSON list of {"client_id", "client_name", "redirect_uris", "client_secret"?}, with https or loopback addresses, and secrets of at least 32 characters',
      )
      return z.NEVER
    }
  })

/** MCP, and sign-in for apps. */
export const mcpSettings = {
  MCP_ENABLED: flag().default(true).describe('serve MCP'),
  MCP_URL: webAddress()
    .optional()
    .describe('public MCP URL; a host used only for MCP serves it at `/`; default `BASE_URL/mcp`'),
  MCP_SESSION_TTL_SECONDS: number({ min: 1, max: 604_800 })
    .default(1800)
    .describe('idle seconds after which an MCP session ends'),
  MCP_TOOLSETS: toolsets()
    .default(['core'])
    .describe(
      `toolsets that MCP offers at a URL without \`?toolsets=\`, comma-separated: ${TOOLSET_WORDS.replaceAll(/\w+/g, '`$&`')}`,
    ),
  OAUTH: flag()
    .default(true)
    .describe('let apps such as Claude and ChatGPT sign in by OAuth; off without the dashboard ([MCP](mcp.md))'),
  OAUTH_DCR: flag()
    .default(true)
    .describe(
      'let apps register themselves (RFC 7591), 10 an hour and address; without it, only apps with a metadata document and `OAUTH_CLIENTS` can sign in',
    ),
  OAUTH_CLIENTS: oauthClients()
    .default([])
    .describe(
      'apps known in advance, as JSON: `[{"client_id": "…", "client_name": "…", "redirect_uris": ["https://…"]}]`, each with a `client_secret` if it keeps one',
    ),
  MCP_OAUTH_URL: webAddress()
    .optional()
    .describe('public MCP URL for apps that sign in; default `MCP_URL/oauth`, which must differ from `MCP_URL`'),
}
