import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { SaveBar } from '../../ui/drafts/save-bar.tsx'
import { useFaults } from '../../ui/drafts/use-faults.ts'
import { useWords } from '../../ui/words.tsx'
import { aliasChanges, type Draft } from '../draft/draft.ts'
import { draftFaults, fieldOf, labelOf, refusedField } from '../draft/draft-faults.ts'
import type { Link } from '../queries.ts'
import { AliasesPart } from './aliases-part.tsx'
import { CampaignPart } from './campaign-part.tsx'
import { ForwardPart } from './forward-part.tsx'
import { LifePart } from './life-part.tsx'
import { LinkAside } from './link-aside.tsx'
import styles from './link-form.module.css'
import { MainPart } from './main-part.tsx'
import { NotePart } from './note-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { PreviewPart } from './preview-part.tsx'

/** The members of `useDraft` that the form uses. */
interface Editing {
  readonly base: Link
  readonly draft: Draft
  readonly isDirty: boolean
  readonly isRestored: boolean
  readonly isSaving: boolean
  readonly error: unknown
  readonly sent: Draft | undefined
  readonly set: (part: Partial<Draft>) => void
  readonly save: () => void
  readonly load: () => void
}

interface LinkFormProps {
  readonly editing: Editing
  /** Content above the fields. */
  readonly lead?: ComponentChildren
  /** Content below the fields. */
  readonly children?: ComponentChildren
}

/** All options of a new or existing link except its rules. Errors show from the first attempt to save on, and disappear once fixed. */
export function LinkForm({ editing, lead, children }: LinkFormProps) {
  const { base, draft, isDirty, isRestored, isSaving, error, sent, set, save, load } = editing
  const { words } = useWords()
  const isNew = base.id === ''
  const refused = refusedField(error, words)
  const { form, faults: shown, check, reset, show } = useFaults(draftFaults(draft, words), [error])
  const faults = new Map(shown)
  const isUnchanged = refused && sent?.[fieldOf(refused.input)] === draft[fieldOf(refused.input)]
  if (isUnchanged && faults.size === 0) faults.set(refused.input, refused.message)
  useLayoutEffect(() => {
    if (isNew) form.current?.querySelector('input')?.focus()
  }, [])
  const parts = { draft, link: base, set, faultOf: (input: string) => faults.get(input) }
  return (
    <form
      ref={form}
      noValidate
      class={styles.form}
      aria-label={isNew ? words.frame.create : words.links.toEdit}
      onSubmit={(event) => {
        event.preventDefault()
        if (check() && (isDirty || isNew)) save()
      }}
    >
      <div class="stack">
        {lead}
        <MainPart {...parts} />
        <div class={`card ${styles.sections}`}>
          <CampaignPart {...parts} />
          <LifePart {...parts} />
          <PasswordPart {...parts} />
          <ForwardPart {...parts} />
          <PreviewPart {...parts} />
          <AliasesPart {...parts} />
          <NotePart {...parts} />
        </div>
        {children}
        <SaveBar
          isDirty={isDirty}
          isSaving={isSaving}
          isRestored={isRestored}
          isNew={isNew}
          {...(isNew && { action: words.links.create })}
          error={refused ? undefined : error}
          faults={[...faults].map(([input, message], at) => ({
            label: labelOf(input, words),
            message,
            onShow: () => show(at),
          }))}
          onDiscard={() => {
            reset()
            load()
          }}
        >
          {!isNew &&
            aliasChanges(base, draft).removed.map((alias) => (
              <p key={alias} class="small" role="status">
                {words.edit.removeAliasLoss(alias)}
              </p>
            ))}
        </SaveBar>
      </div>
      <LinkAside link={base} draft={draft} />
    </form>
  )
}
