import type { TokenAudience } from '@shortlink/core/ports'

/** The URLs that tokens are for, as their audience (RFC 8707), by their purpose. */
export type Resources = Readonly<Record<TokenAudience, string>>
