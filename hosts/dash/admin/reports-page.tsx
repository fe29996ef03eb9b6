import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { BlockDialog, LinksToHost } from './block-dialog.tsx'
import { PagedList } from './paged-list.tsx'
import { RESOLVE_REPORT, type Report, reports, SET_USER_DISABLED } from './queries.ts'
import { ReportRow } from './report-row.tsx'
import { AdminSection } from './section.tsx'
import { useChange } from './use-change.ts'
import { useDisabling } from './use-disabling.ts'
import { usePage } from './use-page.ts'

/** The abuse reports of visitors: resolve them, with or without a block of the host. */
export function ReportsPage() {
  const { words } = useWords()
  const [state, setState] = useState('open')
  const [skip, setSkip] = usePage(state)
  const query = useQuery(reports(state === 'resolved', skip))
  const [asked, setAsked] = useState<{ readonly action: 'block' | 'disable'; readonly report: Report }>()
  const [other, setOther] = useState<string>()
  const close = { onSettled: () => setAsked(undefined) }
  const resolving = useChange((given: { readonly id: string; readonly block: boolean }) => ask(RESOLVE_REPORT, given))
  const disabling = useDisabling(SET_USER_DISABLED)
  const isBusy = resolving.isPending || disabling.isPending
  const { id, host, owner, ownerEmail } = asked?.report ?? {}
  return (
    <AdminSection>
      <Select
        label={words.admin.reportState}
        value={state}
        options={[
          ['open', words.admin.openReports],
          ['resolved', words.admin.resolvedReports],
        ]}
        onChange={setState}
      />
      <PagedList
        label={words.admin.reports}
        none={state === 'open' ? words.admin.noOpenReports : words.admin.noResolvedReports}
        query={query}
        skip={skip}
        onSkip={setSkip}
      >
        {(report) => (
          <ReportRow
            report={report}
            isBusy={isBusy}
            onBlock={() => setAsked({ action: 'block', report })}
            onBlockOther={setOther}
            onResolve={() => resolving.mutate({ id: report.id, block: false })}
            onDisable={() => setAsked({ action: 'disable', report })}
          />
        )}
      </PagedList>
      {other !== undefined && <BlockDialog host={other} onClose={() => setOther(undefined)} />}
      {asked?.action === 'block' && id !== undefined && host && (
        <ConfirmDialog
          title={words.admin.blockHostOf(host)}
          action={words.admin.blockHost}
          isBusy={isBusy}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => resolving.mutate({ id, block: true }, close)}
        >
          <p>{words.admin.blockHostLoss}</p>
          <p>{words.admin.resolvesOthers}</p>
          <LinksToHost host={host} />
        </ConfirmDialog>
      )}
      {asked?.action === 'disable' && owner && (
        <ConfirmDialog
          title={words.admin.disableAccountOf(ownerEmail ?? owner)}
          action={words.admin.disableAccount}
          isBusy={isBusy}
          onCancel={() => setAsked(undefined)}
          onConfirm={() =>
            disabling.mutate(
              { id: owner, disabled: true },
              { ...close, onSuccess: () => toast(words.admin.disabledAccount(ownerEmail ?? owner)) },
            )
          }
        >
          <p>{words.admin.disableAccountLoss}</p>
        </ConfirmDialog>
      )}
    </AdminSection>
  )
}
