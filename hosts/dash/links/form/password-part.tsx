import { Check, Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import { Section } from './section.tsx'

/** The password that visitors must enter. */
export function PasswordPart({ draft, link, set, faultOf }: PartProps) {
  const { words } = useWords()
  const isProtected = draft.password !== '' || (link.hasPassword && !draft.removePassword)
  return (
    <Section title={words.edit.password} summary={isProtected ? words.edit.summary.protected : undefined}>
      <Field
        label={link.hasPassword ? words.edit.newPassword : words.edit.password}
        type="password"
        autocomplete="new-password"
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
    </Section>
  )
}
