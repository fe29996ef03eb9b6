import type { Scope } from '@shortlink/core'

/** Common combinations of scopes; null for full access. */
export const PRESETS = {
  full: null,
  read: ['links:read', 'analytics:read', 'domains:read', 'webhooks:read', 'bio:read', 'billing:read'],
  create: ['links:create'],
  agent: ['links:write', 'analytics:read', 'bio:write'],
} as const satisfies Record<string, readonly Scope[] | null>

export type PresetName = keyof typeof PRESETS

/** Returns the name of the preset with exactly these scopes, or `custom`. */
export function presetOf(scopes: readonly Scope[] | null): PresetName | 'custom' {
  const isEqual = (preset: readonly Scope[] | null) =>
    preset === null || scopes === null
      ? preset === scopes
      : preset.length === scopes.length && preset.every((scope) => scopes.includes(scope))
  return (Object.keys(PRESETS) as PresetName[]).find((name) => isEqual(PRESETS[name])) ?? 'custom'
}
