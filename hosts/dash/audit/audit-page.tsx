import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { ScrollText } from 'lucide'
import { useLocation } from 'preact-iso'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { AUDIT_PATH, filterOf, queryOf } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import styles from './audit-page.module.css'
import { AuditRow } from './audit-row.tsx'
import { actorOf, recordOf } from './names.ts'
import { actors, auditLog, recordNames } from './queries.ts'

/** The audit log of the account, with filters. */
export function AuditPage() {
  const { words } = useWords()
  const { url } = useLocation()
  const query = queryOf(url)
  const log = useInfiniteQuery(auditLog(filterOf(query)))
  const known = useQuery(actors).data
  const own = known?.getUserInfo?.id
  const others = useQuery(recordNames).data ?? []
  const pages = log.data?.pages ?? []
  const names = new Map([
    ...others,
    ...(known?.getApiKeys ?? []).map(({ id, label }) => [id, label] as const),
    ...pages.flatMap(({ linkNames }) => [...linkNames]),
  ])
  const entries = pages.flatMap(({ items }) => items)
  const id = query.get('record') ?? ''
  const record = entries[0] && id !== '' ? recordOf(entries[0], names, words, own).text : id
  const more = async () => {
    const { error, isFetchNextPageError } = await log.fetchNextPage()
    if (isFetchNextPageError) toast(error.message)
  }
  return (
    <Page title={words.audit.open} crumbs={[{ title: words.frame.settings, href: '/dash/settings' }]}>
      <AuditFilters query={query} record={record} />
      <Loaded query={{ ...log, data: log.data && entries }} height="24rem">
        {(entries) =>
          entries.length === 0 ? (
            <NoEntries isFiltered={query.size > 0} />
          ) : (
            <section class="card stack" aria-label={words.audit.open}>
              <ul class={styles.list} aria-label={words.audit.open}>
                {entries.map((entry) => (
                  <AuditRow
                    key={entry.id}
                    entry={entry}
                    actor={actorOf(entry, known, words)}
                    record={recordOf(entry, names, words, own)}
                    query={query}
                  />
                ))}
              </ul>
              {log.hasNextPage && (
                <div>
                  <button type="button" class="button" disabled={log.isFetchingNextPage} onClick={() => void more()}>
                    {words.audit.more}
                  </button>
                </div>
              )}
            </section>
          )
        }
      </Loaded>
    </Page>
  )
}

function NoEntries({ isFiltered }: { readonly isFiltered: boolean }) {
  const { words } = useWords()
  if (!isFiltered)
    return (
      <Empty
        icon={ScrollText}
        title={words.audit.none}
        advice={words.audit.noneAdvice}
        query="{ auditLog { items { at actor action targetId } } }"
      />
    )
  return (
    <Empty title={words.audit.noneFound}>
      <a class="button" href={AUDIT_PATH}>
        {words.links.showAll}
      </a>
    </Empty>
  )
}
