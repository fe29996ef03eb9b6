import { ask } from '../api/ask.ts'
import { pathOf } from '../api/errors.ts'
import { useLeaveGuard } from '../ui/drafts/leave-guard.tsx'
import { useKeptDraft } from '../ui/drafts/use-kept-draft.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { isLookChanged, isUnsaved, lookChange, lookOf, NOTHING_TYPED, shownPage, themeOf } from './draft.ts'
import styles from './editor.module.css'
import { LinksPart } from './links/links-part.tsx'
import { LookForm } from './look-form.tsx'
import { Preview } from './preview/preview.tsx'
import { type BioPage, CHANGE_PAGE } from './queries.ts'
import { usePageChange } from './use-page-change.ts'

interface EditorProps {
  readonly page: BioPage
  /** The public URL of the page. */
  readonly url: string
}

/** The editor of a bio page, next to a phone preview of the unsaved state. */
export function Editor({ page, url }: EditorProps) {
  const { words } = useWords()
  const { draft, isDirty, setDraft, set, drop } = useKeptDraft(`bio.${page.id}`, NOTHING_TYPED, (typed) =>
    isUnsaved(page, typed),
  )
  const saving = usePageChange(page.id, (error) => isOfTitle(error) || toast(error.message))
  const { title, theme } = lookOf(page, draft)
  const save = () => {
    const look = lookChange(page, draft)
    saving.mutate(
      { shown: (shown) => ({ ...shown, ...look }), send: () => ask(CHANGE_PAGE, { id: page.id, ...look }) },
      {
        onSuccess: () => {
          // Keep text typed meanwhile.
          setDraft((now) => (lookOf(page, now).title === title ? { ...now, title: undefined } : now))
          toast(words.edit.saved)
        },
      },
    )
  }
  return (
    <div class={styles.page}>
      <div class="stack">
        <LookForm
          title={title}
          theme={themeOf(theme)}
          fault={isOfTitle(saving.error) ? saving.error?.message : undefined}
          isChanged={isLookChanged(page, draft)}
          onChange={set}
          onSave={save}
        />
        <LinksPart page={page} draft={draft} set={set} />
      </div>
      <Preview page={shownPage(page, draft)} url={url} />
      {useLeaveGuard(isDirty, drop)}
    </div>
  )
}

const isOfTitle = (error: Error | null) => pathOf(error) === 'title'
