import { useQueryClient } from '@tanstack/preact-query'
import { useRoute } from 'preact-iso'
import { Conflict } from '../../ui/drafts/conflict.tsx'
import { useDraft } from '../../ui/drafts/use-draft.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { DeleteLink } from '../delete-link.tsx'
import { draftOf, isChange, versionOf } from '../draft/draft.ts'
import { draftDifferences } from '../draft/draft-differences.ts'
import { saveLink } from '../draft/save-link.ts'
import { LinkHead } from '../link-head.tsx'
import { type Link, link as linkQuery } from '../queries.ts'
import { DifferenceList } from './difference-list.tsx'
import { LinkForm } from './link-form.tsx'

/** All options of a link but its rules. */
export function EditPage() {
  const { params } = useRoute()
  const id = params.id ?? ''
  return (
    <LinkHead id={id} page="edit">
      {(link) => (
        <>
          <EditForm key={link.id} link={link} />
          <DeleteLink link={link} />
        </>
      )}
    </LinkHead>
  )
}

function EditForm({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const client = useQueryClient()
  const editing = useDraft({
    key: `edit.${link.id}`,
    stored: link,
    toDraft: draftOf,
    versionOf,
    isChange,
    secrets: ['password'],
    read: () => client.fetchQuery({ ...linkQuery(link.id), staleTime: 0 }),
    save: saveLink,
    onSaved: () => {
      toast(words.edit.saved)
      void client.invalidateQueries({ queryKey: ['links'] })
    },
  })
  const { base, draft, newer, isSaving, save, load, guard } = editing
  return (
    <LinkForm editing={editing}>
      {newer && (
        <Conflict isBusy={isSaving} onLoad={() => load(newer)} onOverwrite={() => save(true)}>
          <DifferenceList differences={draftDifferences(base, newer, draft)} />
        </Conflict>
      )}
      {guard}
    </LinkForm>
  )
}
