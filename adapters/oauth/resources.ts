import { SCOPES } from '@shortlink/core'
import type { TokenAudience } from '@shortlink/core/ports'

/** The addresses that tokens are for, as their audience (RFC 8707), by their purpose. */
export type Resources = Readonly<Record<TokenAudience, string>>

/** The scopes that apps may get. */
export const GRANTABLE = SCOPES.filter((scope) => scope !== 'account')
