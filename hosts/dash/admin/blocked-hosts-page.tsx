import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { PagedList } from './paged-list.tsx'
import { type BlockedHost, blockedHosts, UNBLOCK_HOST } from './queries.ts'
import { AdminSection } from './section.tsx'
import { useChange } from './use-change.ts'
import { usePage } from './use-page.ts'

/** The blocked hosts of the instance: find, block and unblock them. */
export function BlockedHostsPage() {
  const { words } = useWords()
  const { query: given } = useLocation()
  const [search, setSearch] = useState(given.search ?? '')
  const settled = useDebounced(search.trim(), 250)
  const [skip, setSkip] = usePage(settled)
  const query = useQuery(blockedHosts(settled, skip))
  const [isBlocking, setBlocking] = useState(false)
  const [asked, setAsked] = useState<string>()
  const unblocking = useChange((host: string) => ask(UNBLOCK_HOST, { host }))
  return (
    <AdminSection>
      <div>
        <button type="button" class="button primary" onClick={() => setBlocking(true)}>
          {words.admin.blockHost}
        </button>
      </div>
      <Field type="search" label={words.admin.searchHosts} value={search} onInput={setSearch} />
      <PagedList label={words.admin.hosts} query={query} skip={skip} onSkip={setSkip}>
        {(item) => <HostRow item={item} isBusy={unblocking.isPending} onUnblock={() => setAsked(item.host)} />}
      </PagedList>
      {isBlocking && <BlockDialog onClose={() => setBlocking(false)} />}
      {asked !== undefined && (
        <ConfirmDialog
          title={words.admin.unblockHostOf(asked)}
          action={words.admin.unblockHost}
          isBusy={unblocking.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => unblocking.mutate(asked, { onSettled: () => setAsked(undefined) })}
        >
          <p>{words.admin.unblockHostGain}</p>
        </ConfirmDialog>
      )}
    </AdminSection>
  )
}

interface HostRowProps {
  readonly item: BlockedHost
  readonly isBusy: boolean
  readonly onUnblock: () => void
}

function HostRow({ item: { host, reason, source, createdAt }, isBusy, onUnblock }: HostRowProps) {
  const { words, format } = useWords()
  return (
    <>
      <div>
        <p>
          <strong>
            <bdi>{host}</bdi>
          </strong>
        </p>
        {reason !== null && (
          <p class="small">
            <bdi>{reason}</bdi>
          </p>
        )}
        <p class="muted small number">
          {words.admin.blockedBy[source === 'LIST' ? 'LIST' : 'MANUAL']} · {format.dateTime(createdAt)}
          {!host.startsWith('.') && (
            <>
              {' '}
              · <a href={`/dash/admin/links?host=${encodeURIComponent(host)}`}>{words.admin.toHostOf(host)}</a>
            </>
          )}
        </p>
      </div>
      <WriteButton label={words.admin.unblockHostOf(host)} isBusy={isBusy} onClick={onUnblock}>
        {words.admin.unblock}
      </WriteButton>
    </>
  )
}
