import type { Scope } from '@shortlink/core'
import { GRANTABLE_SCOPES } from '@shortlink/core/adapter'

/** The scopes that apps can get among the names in an OAuth `scope` parameter, which spaces separate. */
export function grantableIn(parameter: string): Scope[] {
  const names = parameter.split(' ')
  return GRANTABLE_SCOPES.filter((scope) => names.includes(scope))
}
