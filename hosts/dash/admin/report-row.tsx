import { useQuery } from '@tanstack/preact-query'
import { account } from '../account/queries.ts'
import { withoutScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import styles from './admin.module.css'
import { OwnerLink } from './owner-link.tsx'
import type { Report } from './queries.ts'

interface ReportRowProps {
  readonly report: Report
  readonly isBusy: boolean
  readonly onBlock: () => void
  /** Asks to block a host that a rule or the fallback leads to. */
  readonly onBlockOther: (host: string) => void
  readonly onResolve: () => void
  readonly onDisable: () => void
}

/** A report with its link, its account and the actions. URLs are text, so that no one follows a dangerous link by mistake. */
export function ReportRow({ report, isBusy, onBlock, onBlockOther, onResolve, onDisable }: ReportRowProps) {
  const { words } = useWords()
  const { data: own } = useQuery(account)
  const { url, host, otherHosts, link, owner, ownerEmail, resolvedAt } = report
  const name = withoutScheme(link?.shortUrl ?? url)
  return (
    <div>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <StateChip report={report} />
      </p>
      <p class={`small ${styles.target}`} title={link?.target}>
        {link === null ? words.admin[host === null ? 'pageOrDomain' : 'linkDeleted'] : <bdi>{link.target}</bdi>}
      </p>
      {otherHosts.length > 0 && (
        <p class={`small ${styles.target}`}>
          {words.admin.leadsAlsoTo} <bdi>{otherHosts.join(', ')}</bdi>
        </p>
      )}
      <p class={styles.reason}>
        <bdi>{report.reason}</bdi>
      </p>
      <Facts report={report} />
      <div class={`cluster ${styles.below}`}>
        {resolvedAt === null && host !== null && (
          <WriteButton class="danger" label={`${words.admin.blockHost}: ${host}`} isBusy={isBusy} onClick={onBlock}>
            {words.admin.blockHost}
          </WriteButton>
        )}
        {otherHosts.map((other) => (
          <WriteButton key={other} class="danger" isBusy={isBusy} onClick={() => onBlockOther(other)}>
            {words.admin.blockHostOf(other)}
          </WriteButton>
        ))}
        {owner !== null && ownerEmail !== null && owner !== own?.id && (
          <WriteButton
            class="danger"
            label={`${words.admin.disableAccount}: ${ownerEmail}`}
            isBusy={isBusy}
            onClick={onDisable}
          >
            {words.admin.disableAccount}
          </WriteButton>
        )}
        {resolvedAt === null && (
          <WriteButton label={`${words.admin.resolve}: ${name}`} isBusy={isBusy} onClick={onResolve}>
            {words.admin.resolve}
          </WriteButton>
        )}
      </div>
    </div>
  )
}

/** Why the link is closed; nothing while it is open. */
function StateChip({ report: { link, blocked } }: Pick<ReportRowProps, 'report'>) {
  const { words } = useWords()
  const text = link?.disabled
    ? words.admin.disabled
    : (blocked || link?.status === 'BLOCKED') && words.admin.hostBlocked
  return text ? (
    <span class="chip" data-kind="warn">
      {text}
    </span>
  ) : null
}

/** The account, the target host, the reporter and the times. */
function Facts({ report: { at, email, host, owner, ownerEmail, resolvedAt } }: Pick<ReportRowProps, 'report'>) {
  const { words, format } = useWords()
  return (
    <p class="muted small number">
      {owner !== null && ownerEmail === null ? words.admin.accountDeleted : <OwnerLink email={ownerEmail} />}
      {host !== null && (
        <>
          {' '}
          · <a href={`/dash/admin/links?host=${encodeURIComponent(host)}`}>{words.admin.toHostOf(host)}</a>
        </>
      )}{' '}
      · {words.admin.reportedBy(format.dateTime(at), email ?? '')}
      {resolvedAt !== null && ` · ${words.admin.resolvedAt(format.dateTime(resolvedAt))}`}
    </p>
  )
}
