import { Check, Field } from '../../ui/field.tsx'
import { instantOf } from '../../ui/text/local-time.ts'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

/** When and how often the link admits visitors. */
export function LifePart({ draft, link, set, faultOf }: PartProps) {
  const { words, format } = useWords()
  const { summary } = words.edit
  const dateOf = (local: string) => format.date(instantOf(local))
  return (
    <Section
      title={words.edit.life}
      summary={summaryOf(
        !draft.enabled && summary.disabled,
        draft.startsAt && summary.from(dateOf(draft.startsAt)),
        draft.expiresAt && summary.until(dateOf(draft.expiresAt)),
        draft.maxVisits && summary.visits(draft.maxVisits),
      )}
    >
      {link.id !== '' && (
        <Check label={words.edit.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
      )}
      <div class="columns">
        <Field
          label={words.edit.startsAt}
          type="datetime-local"
          step={60}
          hint={words.edit.zone(format.timeZone)}
          value={draft.startsAt}
          fault={faultOf('startsAt')}
          onInput={(startsAt) => set({ startsAt })}
        />
        <Field
          label={words.edit.expiresAt}
          type="datetime-local"
          step={60}
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
    </Section>
  )
}
