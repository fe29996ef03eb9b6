import { useQuery } from '@tanstack/preact-query'
import { IdCard } from 'lucide'
import { useState } from 'preact/hooks'
import { service } from '../account/queries.ts'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './bio-row.module.css'
import { BioRow } from './bio-row.tsx'
import { CreatePage } from './create-page.tsx'
import { DeletePage } from './delete-page.tsx'
import { type BioPage, bioPages } from './queries.ts'

/** All bio pages of the account, below the form for a new one. */
export function BioPagesPage() {
  const { words } = useWords()
  const query = useQuery(bioPages)
  const { data } = useQuery(service)
  const [deleted, setDeleted] = useState<BioPage>()
  const baseUrl = data?.baseUrl ?? location.origin
  return (
    <Page title={words.frame.bio}>
      <CreatePage baseUrl={baseUrl} />
      <Loaded query={query} height="12rem">
        {(pages: readonly BioPage[]) =>
          pages.length === 0 ? (
            <NoPages />
          ) : (
            <ul class={styles.rows} aria-label={words.frame.bio}>
              {pages.map((page) => (
                <BioRow key={page.id} page={page} baseUrl={baseUrl} onDelete={() => setDeleted(page)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {deleted && <DeletePage page={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  )
}

function NoPages() {
  const { words } = useWords()
  return (
    <Empty
      icon={IdCard}
      title={words.bio.none}
      advice={words.bio.noneAdvice}
      query={'mutation { createBioPage(input: { slug: "ada" }) { id } }'}
    />
  )
}
