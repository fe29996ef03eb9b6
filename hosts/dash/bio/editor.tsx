import { useQueryClient } from '@tanstack/preact-query'
import { Smartphone } from 'lucide'
import { useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { Conflict } from '../ui/drafts/conflict.tsx'
import { SaveBar } from '../ui/drafts/save-bar.tsx'
import { useDraft } from '../ui/drafts/use-draft.ts'
import { useFaults } from '../ui/drafts/use-faults.ts'
import { useMedia } from '../ui/hooks/use-media.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { draftOf, isChange, shownPage, themeOf, versionOf } from './draft.ts'
import { draftFaults } from './draft-faults.ts'
import styles from './editor.module.css'
import { LinksPart } from './links/links-part.tsx'
import { LookPart } from './look-part.tsx'
import { Preview } from './preview/preview.tsx'
import { type BioPage, bioPages } from './queries.ts'
import { savePage } from './save-page.ts'

interface EditorProps {
  readonly page: BioPage
  /** When this tab read the page. */
  readonly readAt: number
  /** The public URL of the page. */
  readonly url: string
}

/** The editor of a bio page with one Save for everything, next to a phone preview of the unsaved state; on phones a button opens it. */
export function Editor({ page, readAt, url }: EditorProps) {
  const { words } = useWords()
  const isWide = useMedia('(min-width: 72rem)')
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const editing = usePageDraft(page, readAt)
  const { base, draft, newer, isDirty, isSaving, isRestored, error, set, save, load, guard } = editing
  const { form, faults, check, reset, show } = useFaults(draftFaults(base, draft, words))
  const preview = <Preview page={shownPage(base, draft)} url={url} />
  return (
    <form
      ref={form}
      noValidate
      class={styles.page}
      aria-label={words.bio.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (check() && isDirty) save()
      }}
    >
      <div class="stack">
        {!isWide && (
          <button type="button" class="button" onClick={() => setPreviewOpen(true)}>
            <Icon of={Smartphone} /> {words.bio.preview}
          </button>
        )}
        <LookPart draft={draft} set={set} faultOf={(field) => faults.get(field)} />
        <LinksPart links={draft.links} faultOf={(field) => faults.get(field)} onChange={(links) => set({ links })} />
        {newer && (
          <Conflict isBusy={isSaving} onLoad={() => load(newer)} onOverwrite={() => save(true)}>
            <p>
              <bdi>{newer.title?.trim() || newer.slug}</bdi> · {words.bio.linkCount(newer.links.length)} ·{' '}
              {words.bio.themes[themeOf(newer.theme)]}
            </p>
          </Conflict>
        )}
        <SaveBar
          isDirty={isDirty}
          isSaving={isSaving}
          isRestored={isRestored}
          error={error}
          faults={[...faults].map(([field, message], at) => ({
            label: labelOf(field, draft.links, words.bio),
            message,
            onShow: () => show(at),
          }))}
          onDiscard={() => {
            reset()
            load()
          }}
        />
      </div>
      {isWide && preview}
      {isPreviewOpen && !isWide && (
        <Dialog title={words.bio.preview} onClose={() => setPreviewOpen(false)}>
          {preview}
          <div class="actions">
            <button type="button" class="button" onClick={() => setPreviewOpen(false)}>
              {words.common.close}
            </button>
          </div>
        </Dialog>
      )}
      {guard}
    </form>
  )
}

function usePageDraft(page: BioPage, readAt: number) {
  const { words } = useWords()
  const client = useQueryClient()
  /** Pages have no time of their last change, so the time of reading stands for it. */
  const dated = (page: BioPage, at: number) => ({ ...page, updatedAt: String(at) })
  return useDraft({
    key: `bio.${page.id}`,
    stored: dated(page, readAt),
    toDraft: draftOf,
    versionOf,
    isChange,
    read: async () => {
      const pages = await client.fetchQuery({ ...bioPages, staleTime: 0 })
      const read = pages.find(({ id }) => id === page.id)
      return read && dated(read, client.getQueryState(bioPages.queryKey)?.dataUpdatedAt ?? 0)
    },
    save: savePage,
    onSaved: () => toast(words.edit.saved),
  })
}

interface Labels {
  readonly text: string
  readonly pictureUrl: string
  readonly ownColors: string
  readonly linkAt: (place: number) => string
}

function labelOf(field: string, links: readonly { readonly id: string }[], words: Labels): string {
  if (field === 'text') return words.text
  if (field === 'pictureUrl') return words.pictureUrl
  return field === 'colors' ? words.ownColors : words.linkAt(links.findIndex(({ id }) => field.endsWith(id)) + 1)
}
