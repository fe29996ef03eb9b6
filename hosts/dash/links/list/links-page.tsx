import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../ui/words.tsx'
import { BulkDialog } from '../create/bulk-dialog.tsx'
import { CreateLine } from '../create/create-line.tsx'
import { Filters } from './filters.tsx'
import { LinkList } from './link-list.tsx'
import { filterOf, queryOf } from './list-filter.ts'

/** The list of links, below the form that creates one. */
export function LinksPage() {
  const { words } = useWords()
  const { url } = useLocation()
  const query = queryOf(url)
  const client = useQueryClient()
  const [bulk, setBulk] = useState<string>()
  const filter = filterOf(query)
  const reload = () => client.invalidateQueries({ queryKey: ['links'] })
  return (
    <Page
      title={words.frame.links}
      actions={
        <button type="button" class="button" onClick={() => setBulk('')}>
          {words.bulk.open}
        </button>
      }
    >
      <CreateLine onCreated={reload} onPastedLines={setBulk} />
      <Filters query={query} />
      <LinkList key={JSON.stringify(filter)} filter={filter} />
      {bulk !== undefined && (
        <BulkDialog
          initial={bulk}
          onClose={() => {
            setBulk(undefined)
            void reload()
          }}
        />
      )}
    </Page>
  )
}
