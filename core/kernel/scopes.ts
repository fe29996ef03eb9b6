/** All scopes of API keys, in the order of the documentation. */
export const SCOPES = [
  'links:read',
  'links:create',
  'links:write',
  'links:delete',
  'analytics:read',
  'domains:read',
  'domains:write',
  'webhooks:read',
  'webhooks:write',
  'bio:read',
  'bio:write',
  'billing:read',
  'billing:write',
  'account',
] as const
export type Scope = (typeof SCOPES)[number]

/** The scopes in words, as the dashboard shows them in English. */
export const PERMISSIONS: Readonly<Record<Scope, string>> = {
  'links:read': 'Read links',
  'links:create': 'Create links',
  'links:write': 'Create and change links, tags and aliases',
  'links:delete': 'Delete links',
  'analytics:read': 'Read visits and analytics',
  'domains:read': 'Read domains',
  'domains:write': 'Change domains',
  'webhooks:read': 'Read webhooks',
  'webhooks:write': 'Change webhooks',
  'bio:read': 'Read bio pages',
  'bio:write': 'Change bio pages',
  'billing:read': 'Read plan and usage',
  'billing:write': 'Change the plan',
  account: 'Manage keys, password and account',
}

/** Scopes that another scope includes. `links:create` includes none: such a key reads only the links that its own calls create. */
const INCLUDED: Partial<Record<Scope, readonly Scope[]>> = {
  'links:write': ['links:read', 'links:create'],
  'links:delete': ['links:read'],
  'domains:write': ['domains:read'],
  'webhooks:write': ['webhooks:read'],
  'bio:write': ['bio:read'],
  'billing:write': ['billing:read'],
}

declare const brand: unique symbol
/** A set of scopes with all that they include, as bits, so that a check costs one operation. */
export type ScopeSet = number & { readonly [brand]: 'ScopeSet' }

const bitOf = (scope: Scope) => 1 << SCOPES.indexOf(scope)

/** The set of sessions, and of API keys without a list of scopes. Its highest bit stands for the scopes of later versions. */
export const ALL_SCOPES = ((1 << (SCOPES.length + 1)) - 1) as ScopeSet

/** Returns the set of a list of scopes; null stands for all. */
export const scopeSet = (scopes: readonly Scope[] | null): ScopeSet =>
  scopes === null
    ? ALL_SCOPES
    : (scopes
        .flatMap((scope) => [scope, ...(INCLUDED[scope] ?? [])])
        .reduce((bits, scope) => bits | bitOf(scope), 0) as ScopeSet)

const BITS = Object.fromEntries(SCOPES.map((scope) => [scope, bitOf(scope)])) as Record<Scope, number>

export const hasScope = (set: ScopeSet, scope: Scope): boolean => (set & BITS[scope]) !== 0

/** Returns the first scope of a list that the set lacks; undefined if it has all of them. */
export const missingScope = (set: ScopeSet, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => !hasScope(set, scope))

/** Returns the scopes of a set, for storage; null for all. */
export const scopesIn = (set: ScopeSet): readonly Scope[] | null =>
  set === ALL_SCOPES ? null : SCOPES.filter((scope) => hasScope(set, scope))
