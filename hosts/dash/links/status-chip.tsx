import { useQuery } from '@tanstack/preact-query'
import { useWords } from '../ui/words.tsx'
import { linkDomains, type Row } from './queries.ts'

const KINDS = {
  ACTIVE: 'good',
  SCHEDULED: 'warn',
  EXPIRED: 'bad',
  USED_UP: 'bad',
  DISABLED: 'bad',
  BLOCKED: 'bad',
} as const satisfies Record<Row['status'], string>

/** Whether visitors are admitted now, or why not. */
export function StatusChip({ status }: { readonly status: Row['status'] }) {
  const { words } = useWords()
  return (
    <span class="chip" data-kind={KINDS[status]}>
      {words.links.statuses[status]}
    </span>
  )
}

/** Warns that visitors do not reach a link, since the account has deleted its domain or the domain is not verified. */
export function DomainChip({ hostname }: { readonly hostname: string }) {
  const { words } = useWords()
  const domains = useQuery(linkDomains).data?.domains
  const isServed = domains?.some((domain) => domain.verified && domain.hostname === hostname)
  if (domains === undefined || isServed) return null
  return (
    <span class="chip" data-kind="bad">
      {words.links.notServed}
    </span>
  )
}
