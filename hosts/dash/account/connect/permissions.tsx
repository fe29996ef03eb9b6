import { SCOPES, type Scope, scopeSet, scopesIn } from '@shortlink/core'
import { Check } from '../../ui/field.tsx'
import { scopeText } from '../../ui/text/scope-text.ts'
import { useWords } from '../../ui/words.tsx'
import type { PendingApp } from './queries.ts'

interface PermissionsProps {
  readonly app: PendingApp
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** A checkbox for each permission. One that a permission below includes is checked, and cannot be unchecked. */
export function Permissions({ app, chosen, onChange }: PermissionsProps) {
  const { words } = useWords()
  const included = includedIn(chosen)
  // An app that asks for a permission also gets those that it includes.
  const shown = [...SCOPES.filter((scope) => included.has(scope) && !app.scopes.includes(scope)), ...app.scopes]
  const set = (scope: string, isChosen: boolean) =>
    onChange(app.scopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))))
  return (
    <fieldset class="stack tight">
      <legend>{words.apps.may(app.name)}</legend>
      {shown.map((scope) => {
        const isIncluded = included.has(scope)
        const note = isIncluded ? words.apps.included : words.apps.risks[scope]
        return (
          <Check
            key={scope}
            label={
              <>
                {scopeText(scope, words)}
                {note && <span class="muted small"> · {note}</span>}
              </>
            }
            checked={isIncluded || chosen.includes(scope)}
            disabled={isIncluded}
            onChange={(isChosen) => set(scope, isChosen)}
          />
        )
      })}
      {chosen.length === 0 && (
        <p class="wrong small" role="alert">
          {words.apps.noScopes}
        </p>
      )}
    </fieldset>
  )
}

/** The scopes that the app gets: the chosen ones, and those that they include. */
export function grantedScopes(app: PendingApp, chosen: readonly string[]): string[] {
  const included = includedIn(chosen)
  return app.scopes.filter((scope) => chosen.includes(scope) || included.has(scope))
}

/** The scopes that one of the others includes. */
function includedIn(scopes: readonly string[]): ReadonlySet<string> {
  const known = SCOPES.filter((scope) => scopes.includes(scope))
  const others = (by: Scope) => (scopesIn(scopeSet([by])) ?? []).filter((scope) => scope !== by)
  return new Set(known.flatMap(others))
}
