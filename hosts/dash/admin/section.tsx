import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Page } from '../ui/page.tsx'
import styles from '../ui/tabs.module.css'
import { useWords } from '../ui/words.tsx'
import { openReports } from './queries.ts'

/** The pages of the administration, in their order. */
const SECTIONS = [
  { href: '/dash/admin', name: 'overview' },
  { href: '/dash/admin/reports', name: 'reports' },
  { href: '/dash/admin/accounts', name: 'accounts' },
  { href: '/dash/admin/links', name: 'links' },
  { href: '/dash/admin/hosts', name: 'hosts' },
] as const

/** A page of the administration, with links to the others. */
export function AdminSection({ children }: { readonly children: ComponentChildren }) {
  const { words } = useWords()
  const { path } = useLocation()
  const current = useRef<HTMLAnchorElement>(null)
  // Narrow screens do not show all of them at once.
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [path])
  return (
    <Page title={words.frame.admin}>
      <nav class={`${styles.tabs} no-print`} aria-label={words.frame.admin}>
        {SECTIONS.map(({ href, name }) => (
          <a
            key={href}
            ref={path === href ? current : null}
            href={href}
            aria-current={path === href ? 'page' : undefined}
          >
            {words.admin[name]} {name === 'reports' && <OpenReports />}
          </a>
        ))}
      </nav>
      {children}
    </Page>
  )
}

/** The number of open reports next to the name of their page. */
function OpenReports() {
  const { words, format } = useWords()
  const { data } = useQuery(openReports)
  if (!data) return null
  return (
    <span class="chip number" data-kind="bad">
      <span aria-hidden="true">{format.number(data)}</span>
      <span class="visually-hidden">{words.admin.openReportCount(data, format.number(data))}</span>
    </span>
  )
}
