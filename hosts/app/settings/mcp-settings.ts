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

/** An issuer exactly as its tokens name it, so a final slash counts. */
const issuer = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute https:// URL', abort: true })
    .refine((value) => !/[?#@]/.test(value), 'must have no query, fragment or user name')
    .refine(
      (value) => value.startsWith('https:') || isLoopback(new URL(value).hostname),
      'must be https, or http on the own machine',
    )

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
      `[toolsets](mcp.md#toolsets) at a URL without \`?toolsets=\`, comma-separated: ${TOOLSET_WORDS.replaceAll(/\w+/g, '`$&`')}`,
    ),
  OAUTH: flag()
    .default(true)
    .describe('let apps such as Claude and ChatGPT [sign in](mcp.md); off without the dashboard'),
  OAUTH_DCR: flag().default(true).describe('let apps register themselves (RFC 7591), 10 an hour and address'),
  OAUTH_CLIENTS: oauthClients()
    .default([])
    .describe(
      'apps known in advance, as JSON: `[{"client_id": "…", "client_name": "…", "redirect_uris": ["https://…"]}]`, optionally with `client_secret`',
    ),
  OAUTH_ISSUER: issuer()
    .optional()
    .describe(
      '`iss` of your [identity provider](mcp.md#sign-in-with-your-identity-provider), used instead of this server; needs `SIGNUP` other than `open`',
    ),
  MCP_OAUTH_URL: webAddress()
    .optional()
    .describe('public MCP URL for apps that sign in; default `MCP_URL/oauth`, which must differ from `MCP_URL`'),
}

/** Contradictions between the settings of sign-in. */
export function signInContradictions(settings: {
  readonly OAUTH: boolean
  readonly OAUTH_ISSUER?: string | undefined
  readonly OAUTH_CLIENTS: readonly unknown[]
  readonly BASE_URL?: string | undefined
  readonly SIGNUP: string
}): string[] {
  const { OAUTH_ISSUER } = settings
  if (OAUTH_ISSUER === undefined) return []
  const problems: (readonly [boolean, string])[] = [
    [!settings.OAUTH, 'OAUTH_ISSUER has no effect with OAUTH=false'],
    [settings.OAUTH_CLIENTS.length > 0, 'OAUTH_CLIENTS has no effect with OAUTH_ISSUER: register the apps there'],
    [OAUTH_ISSUER === `${settings.BASE_URL}/oauth`, 'OAUTH_ISSUER must be another server than this one'],
    [
      settings.SIGNUP === 'open',
      'OAUTH_ISSUER requires SIGNUP=invite, first or closed: its users get the account with their email address, and with open sign-up a stranger could create it first',
    ],
  ]
  return problems.filter(([applies]) => applies).map(([, problem]) => problem)
}
