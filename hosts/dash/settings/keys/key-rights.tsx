import type { Scope } from '@shortlink/core'
import { useId } from 'preact/hooks'
import { Check, Field, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { PRESETS, type PresetName, presetOf } from './presets.ts'

/** The rights in the form of a new key. Null scopes stand for full access. */
export interface Rights {
  readonly scopes: readonly Scope[] | null
  /** Host names as typed, with commas or spaces between them. */
  readonly targetHosts: string
}

export const FULL_ACCESS: Rights = { scopes: null, targetHosts: '' }

interface KeyRightsProps {
  readonly rights: Rights
  readonly scopesFault: string | undefined
  readonly hostsFault: string | undefined
  readonly onChange: (rights: Rights) => void
}

/** A preset of scopes, the scopes one by one, and the hosts that links of the key may lead to. */
export function KeyRights({ rights, scopesFault, hostsFault, onChange }: KeyRightsProps) {
  const { words } = useWords()
  const fault = useId()
  const all = Object.keys(words.settings.scopes) as Scope[]
  const { scopes } = rights
  const set = (scopes: readonly Scope[] | null) => onChange({ ...rights, scopes })
  const presets = (Object.keys(PRESETS) as PresetName[]).map((name) => [name, words.settings.presets[name]] as const)
  return (
    <>
      <Select
        label={words.settings.access}
        value={presetOf(scopes)}
        options={[...presets, ['custom', words.settings.presets.custom]]}
        onChange={(name) => set(name === 'custom' ? (scopes ?? []) : PRESETS[name as PresetName])}
      />
      {scopes !== null && (
        <fieldset class="stack tight" aria-describedby={fault}>
          <legend>{words.settings.scopesLegend}</legend>
          {all.map((scope) => (
            <Check
              key={scope}
              label={words.settings.scopes[scope]}
              checked={scopes.includes(scope)}
              onChange={(checked) => set(all.filter((one) => (one === scope ? checked : scopes.includes(one))))}
            />
          ))}
          <p id={fault} class="wrong small" role="alert" hidden={scopesFault === undefined}>
            {scopesFault}
          </p>
        </fieldset>
      )}
      <Field
        label={words.settings.targetHosts}
        hint={words.settings.targetHostsHint}
        placeholder=".example.com"
        value={rights.targetHosts}
        fault={hostsFault}
        onInput={(targetHosts) => onChange({ ...rights, targetHosts })}
      />
    </>
  )
}

/** The arguments of a new key for these rights. */
export function toArguments({ scopes, targetHosts }: Rights) {
  const hosts = targetHosts.split(/[\s,]+/).filter(Boolean)
  return { ...(scopes && { scopes: [...scopes] }), ...(hosts.length > 0 && { targetHosts: hosts }) }
}
