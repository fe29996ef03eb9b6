import { Check, Field, Select } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import type { Draft } from './draft.ts'
import type { Link } from './queries.ts'

interface PartProps {
  readonly draft: Draft
  /** As it is stored. */
  readonly link: Link
  readonly set: (part: Partial<Draft>) => void
}

/** Where the link leads and how its owner finds it. */
export function BasicsPart({ draft, link, set }: PartProps) {
  const { words } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.basics}</legend>
      <p class="muted small">{words.edit.fixed(link.shortUrl)}</p>
      <Field
        label={words.links.target}
        inputMode="url"
        required
        value={draft.target}
        onInput={(target) => set({ target })}
      />
      <Field label={words.edit.title} maxLength={500} value={draft.title} onInput={(title) => set({ title })} />
      <Field label={words.edit.tags} hint={words.edit.tagsHint} value={draft.tags} onInput={(tags) => set({ tags })} />
      <Field
        label={words.edit.note}
        hint={words.edit.noteHint}
        maxLength={2000}
        value={draft.note}
        onInput={(note) => set({ note })}
      />
      <div>
        <Check
          label={words.edit.tracking}
          checked={draft.enableTracking}
          onChange={(enableTracking) => set({ enableTracking })}
        />
        <Check label={words.edit.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
        <Check label={words.edit.archived} checked={draft.archived} onChange={(archived) => set({ archived })} />
      </div>
    </fieldset>
  )
}

/** When and for whom the link is open. */
export function LifePart({ draft, link, set }: PartProps) {
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
          onInput={(startsAt) => set({ startsAt })}
        />
        <Field
          label={words.edit.expiresAt}
          type="datetime-local"
          step={1}
          value={draft.expiresAt}
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
        onInput={(maxVisits) => set({ maxVisits })}
      />
      <Field
        label={words.edit.fallback}
        inputMode="url"
        hint={words.edit.fallbackHint}
        value={draft.fallbackTarget}
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

/** How visitors are sent on. */
export function ForwardPart({ draft, set }: PartProps) {
  const { words } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.forward}</legend>
      <h2>{words.edit.forward}</h2>
      <Select
        label={words.edit.redirectStatus}
        value={draft.redirectStatus}
        options={Object.entries(words.edit.redirectStatuses)}
        onChange={(redirectStatus) => set({ redirectStatus })}
      />
      <div>
        <Check
          label={words.edit.forwardQuery}
          checked={draft.forwardQuery}
          onChange={(forwardQuery) => set({ forwardQuery })}
        />
        <Check
          label={words.edit.forwardPath}
          checked={draft.forwardPath}
          onChange={(forwardPath) => set({ forwardPath })}
        />
      </div>
    </fieldset>
  )
}

/** Campaign parameters that the target gets. */
export function CampaignPart({ draft, set }: PartProps) {
  const { words } = useWords()
  const fields = [
    ['utmSource', 'utm_source', 'newsletter'],
    ['utmMedium', 'utm_medium', 'email'],
    ['utmCampaign', 'utm_campaign', 'spring-sale'],
    ['utmTerm', 'utm_term', ''],
    ['utmContent', 'utm_content', ''],
  ] as const
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.campaign}</legend>
      <h2>{words.edit.campaign}</h2>
      <div class="columns">
        {fields.map(([name, label, placeholder]) => (
          <Field
            key={name}
            label={label}
            placeholder={placeholder}
            maxLength={200}
            value={draft[name]}
            onInput={(value) => set({ [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** What social networks show of the link. */
export function PreviewPart({ draft, set }: PartProps) {
  const { words } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.preview}</legend>
      <h2>{words.edit.preview}</h2>
      <Field
        label={words.edit.title}
        maxLength={200}
        value={draft.previewTitle}
        onInput={(previewTitle) => set({ previewTitle })}
      />
      <Field
        label={words.edit.description}
        maxLength={500}
        value={draft.previewDescription}
        onInput={(previewDescription) => set({ previewDescription })}
      />
      <Field
        label={words.edit.image}
        inputMode="url"
        hint={words.edit.imageHint}
        value={draft.previewImage}
        onInput={(previewImage) => set({ previewImage })}
      />
    </fieldset>
  )
}
