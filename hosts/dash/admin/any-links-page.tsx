import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import styles from './admin.module.css'
import { BlockDialog } from './block-dialog.tsx'
import { OwnerLink } from './owner-link.tsx'
import { PagedList } from './paged-list.tsx'
import { type AnyLink, anyLinks, SET_LINK_DISABLED } from './queries.ts'
import { AdminSection } from './section.tsx'
import { useDisabling } from './use-disabling.ts'
import { usePage } from './use-page.ts'

/** The links of all accounts: find them by text, target host or owner, disable and enable them. */
export function AnyLinksPage() {
  const { words } = useWords()
  const { query: given } = useLocation()
  const owner = given.owner ?? null
  const [search, setSearch] = useState('')
  const [host, setHost] = useState(given.host ?? '')
  const filter = { search: useDebounced(search.trim(), 250), host: useDebounced(host.trim(), 250), owner }
  const [skip, setSkip] = usePage(JSON.stringify(filter))
  const query = useQuery(anyLinks(filter, skip))
  const disabling = useDisabling(SET_LINK_DISABLED)
  const [isBlocking, setBlocking] = useState(false)
  return (
    <AdminSection>
      {owner !== null && (
        <p>
          {words.admin.ofOneAccount(query.data?.items[0]?.ownerEmail ?? owner)}{' '}
          <a href="/dash/admin/links">{words.admin.ofAllAccounts}</a>
        </p>
      )}
      <Field type="search" label={words.admin.searchLinks} value={search} onInput={setSearch} />
      <Field label={words.admin.targetHost} placeholder="example.com" value={host} onInput={setHost} />
      {filter.host !== '' && (
        <div>
          <button type="button" class="button danger" onClick={() => setBlocking(true)}>
            {words.admin.blockHostOf(filter.host)}
          </button>
        </div>
      )}
      {isBlocking && <BlockDialog host={filter.host} onClose={() => setBlocking(false)} />}
      <PagedList label={words.admin.links} query={query} skip={skip} onSkip={setSkip}>
        {(item) => (
          <LinkRow
            item={item}
            isBusy={disabling.isPending}
            onChange={(disabled) => disabling.mutate({ id: item.id, disabled })}
          />
        )}
      </PagedList>
    </AdminSection>
  )
}

interface LinkRowProps {
  readonly item: AnyLink
  readonly isBusy: boolean
  readonly onChange: (disabled: boolean) => void
}

/** The target is text, so that no one follows a dangerous link by mistake. */
function LinkRow({
  item: { shortUrl, target, ownerEmail, hitCount, createdAt, status, disabled },
  isBusy,
  onChange,
}: LinkRowProps) {
  const { words, format } = useWords()
  return (
    <>
      <div>
        <p>
          <strong>
            <bdi>{shortUrl.replace(/^https?:\/\//, '')}</bdi>
          </strong>{' '}
          {disabled && (
            <span class="chip" data-kind="warn">
              {words.admin.disabled}
            </span>
          )}
          {status === 'BLOCKED' && !disabled && (
            <span class="chip" data-kind="warn">
              {words.admin.hostBlocked}
            </span>
          )}
        </p>
        <p class={`small ${styles.target}`} title={target}>
          <bdi>{target}</bdi>
        </p>
        <p class="muted small number">
          <OwnerLink email={ownerEmail} /> · {words.admin.visitCount(hitCount, format.number(hitCount))} ·{' '}
          {format.dateTime(createdAt)}
        </p>
      </div>
      <WriteButton
        class={disabled ? '' : 'danger'}
        label={disabled ? words.admin.enableOf(shortUrl) : words.admin.disableLinkOf(shortUrl)}
        isBusy={isBusy}
        onClick={() => onChange(!disabled)}
      >
        {disabled ? words.admin.enable : words.admin.disable}
      </WriteButton>
    </>
  )
}
