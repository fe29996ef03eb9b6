import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../ui/words.tsx'
import { CheckState } from './check-state.tsx'
import { DeleteDomain } from './delete-domain.tsx'
import { dnsRecords } from './dns-records.ts'
import styles from './domain-card.module.css'
import { Instructions } from './instructions.tsx'
import type { Domain } from './queries.ts'

interface DomainCardProps {
  readonly domain: Domain
  /** Prefix of short links on the service's own host. */
  readonly baseUrl: string
  /** When the user added it on this page; undefined for earlier ones. */
  readonly addedAtMs: number | undefined
  readonly onDeleted: () => void
}

/** A domain: the remaining setup steps, or its status once it serves links. */
export function DomainCard({ domain, baseUrl, addedAtMs, onDeleted }: DomainCardProps) {
  const { words } = useWords()
  const { hostname, verified, txtToken, createdAt } = domain
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (addedAtMs !== undefined) heading.current?.focus()
  }, [addedAtMs])
  const wasVerified = useRef(verified)
  useLayoutEffect(() => {
    // The removed check button may have had the focus.
    const isFocusLost = document.activeElement === document.body
    if (verified && !wasVerified.current && isFocusLost) heading.current?.focus({ preventScroll: true })
    wasVerified.current = verified
  }, [verified])
  const instructions = <Instructions {...dnsRecords(hostname, txtToken, baseUrl)} />
  return (
    <li class="card stack">
      <div class={styles.head}>
        <h2 ref={heading} tabIndex={-1} class={styles.hostname}>
          <bdi>{hostname}</bdi>
        </h2>
        <span class="chip" data-kind={verified ? 'good' : 'warn'}>
          {verified ? words.domains.verified : words.domains.unverified}
        </span>
        <DeleteDomain domain={domain} onDeleted={onDeleted} />
      </div>
      {verified ? (
        <>
          <Facts domain={domain} />
          <details class={styles.records}>
            <summary>{words.domains.records}</summary>
            {instructions}
          </details>
        </>
      ) : (
        <>
          {instructions}
          <CheckState domain={domain} addedAtMs={addedAtMs ?? Date.parse(createdAt)} />
        </>
      )}
    </li>
  )
}

/** How a verified domain serves. */
function Facts({ domain: { id, verifiedAt, sslStatus } }: { readonly domain: Domain }) {
  const { words, format } = useWords()
  return (
    <>
      <p>
        {verifiedAt !== null && `${words.domains.since(format.dateTime(verifiedAt))} `}
        <a href={`/dash?domain=${id}`}>{words.domains.toLinks}</a>
      </p>
      <p>
        <strong>{words.domains.certificate}</strong> {words.domains.certificates(sslStatus)}
      </p>
    </>
  )
}
