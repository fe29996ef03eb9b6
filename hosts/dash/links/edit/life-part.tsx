import { Check, Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'

/** Schedule and access restrictions of the link. */
export function LifePart({ draft, link, set, faultOf }: PartProps) {
  const { words, format } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.life}</legend>
      <h2>{words.edit.life}</h2>
      <div class="columns">
        <Field
          label={words.edit.startsAt}
          type="datetime-local"
          step={1}
          hint={words.edit.zone(format.timeZone)}
          value={draft.startsAt}
          fault={faultOf('startsAt')}
          onInput={(startsAt) => set({ startsAt })}
        />
        <Field
          label={words.edit.expiresAt}
          type="datetime-local"
          step={1}
          value={draft.expiresAt}
          fault={faultOf('expiresAt')}
          onInput={(expiresAt) => set({ expiresAt })}
        />
      </div>
      <Field
        label={words.edit.maxVisits}
        type="number"
        min={1}
        max={1_000_000_000}
        hint={link.visitsLeft === null ? undefined : words.edit.visitsLeft(format.number(Math.max(0, link.visitsLeft)))}
        value={draft.maxVisits}
        fault={faultOf('maxVisits')}
        onInput={(maxVisits) => set({ maxVisits })}
      />
      <Field
        label={words.edit.fallback}
        inputMode="url"
        autocomplete="off"
        hint={words.edit.fallbackHint}
        value={draft.fallbackTarget}
        fault={faultOf('fallbackTarget')}
        onInput={(fallbackTarget) => set({ fallbackTarget })}
      />
      <Field
        label={link.hasPassword ? words.edit.newPassword : words.edit.password}
        type="password"
        autocomplete="new-password"
        minLength={4}
        maxLength={128}
        hint={words.edit.passwordHint}
        disabled={draft.removePassword}
        value={draft.password}
        fault={faultOf('password')}
        onInput={(password) => set({ password })}
      />
      {link.hasPassword && (
        <Check
          label={words.edit.removePassword}
          checked={draft.removePassword}
          onChange={(removePassword) => set({ removePassword, password: '' })}
        />
      )}
    </fieldset>
  )
}
