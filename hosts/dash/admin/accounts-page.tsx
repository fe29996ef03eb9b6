import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { account } from '../account/queries.ts'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import styles from './admin.module.css'
import { PagedList } from './paged-list.tsx'
import { type AnyAccount, accounts, CREATE_RESET_LINK, SET_USER_DISABLED } from './queries.ts'
import { SecretLinkButton } from './secret-link-button.tsx'
import { AdminSection } from './section.tsx'
import { useDisabling } from './use-disabling.ts'
import { usePage } from './use-page.ts'

/** The accounts of the instance: find, disable and enable them. */
export function AccountsPage() {
  const { words } = useWords()
  const { query: given } = useLocation()
  const [search, setSearch] = useState(given.search ?? '')
  const settled = useDebounced(search.trim(), 250)
  const [skip, setSkip] = usePage(settled)
  const query = useQuery(accounts(settled, skip))
  const [asked, setAsked] = useState<AnyAccount>()
  const disabling = useDisabling(SET_USER_DISABLED)
  return (
    <AdminSection>
      <Field type="search" label={words.admin.searchAccounts} value={search} onInput={setSearch} />
      <PagedList label={words.admin.accounts} query={query} skip={skip} onSkip={setSkip}>
        {(item) => (
          <AccountRow
            item={item}
            isBusy={disabling.isPending}
            onDisable={() => setAsked(item)}
            onEnable={() => disabling.mutate({ id: item.id, disabled: false })}
          />
        )}
      </PagedList>
      {asked && (
        <ConfirmDialog
          title={words.admin.disableAccountOf(asked.email)}
          action={words.admin.disableAccount}
          isBusy={disabling.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => disabling.mutate({ id: asked.id, disabled: true }, { onSettled: () => setAsked(undefined) })}
        >
          <p>{words.admin.disableAccountLoss}</p>
        </ConfirmDialog>
      )}
    </AdminSection>
  )
}

interface AccountRowProps {
  readonly item: AnyAccount
  readonly isBusy: boolean
  readonly onDisable: () => void
  readonly onEnable: () => void
}

function AccountRow({ item, isBusy, onDisable, onEnable }: AccountRowProps) {
  const { words, format } = useWords()
  const { data: own } = useQuery(account)
  const { id, name, email, role, plan, links, visits, createdAt, disabledAt } = item
  return (
    <>
      <div>
        <p>
          <strong>
            <bdi>{email}</bdi>
          </strong>{' '}
          {role === 'ADMIN' && <span class="chip">{words.admin.administrator}</span>}{' '}
          {disabledAt !== null && (
            <span class="chip" data-kind="warn">
              {words.admin.disabled}
            </span>
          )}
        </p>
        <p class="muted small">
          <bdi>{name}</bdi> · {plan} · {words.admin.since(format.dateTime(createdAt))}
        </p>
        <p class="small number">
          <a href={`/dash/admin/links?owner=${id}`}>{words.admin.linkCount(links, format.number(links))}</a> ·{' '}
          {words.admin.visitCount(visits, format.number(visits))}
        </p>
      </div>
      {id !== own?.id && (
        <div class={styles.actions}>
          <SecretLinkButton
            label={words.admin.resetLinkOf(email)}
            title={words.admin.resetLinkOf(email)}
            hint={words.admin.resetLinkHint}
            create={async () => (await ask(CREATE_RESET_LINK, { id })).adminCreateResetLink.url}
          >
            {words.admin.resetLink}
          </SecretLinkButton>
          <WriteButton
            class={disabledAt === null ? 'danger' : ''}
            label={disabledAt === null ? words.admin.disableAccountOf(email) : words.admin.enableOf(email)}
            isBusy={isBusy}
            onClick={disabledAt === null ? onDisable : onEnable}
          >
            {disabledAt === null ? words.admin.disable : words.admin.enable}
          </WriteButton>
        </div>
      )}
    </>
  )
}
