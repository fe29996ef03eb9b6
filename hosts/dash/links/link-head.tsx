import { useQuery } from '@tanstack/preact-query'
import { ExternalLink } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { codeOf } from '../api/errors.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded, Missing } from '../ui/states.tsx'
import tabsStyles from '../ui/tabs.module.css'
import { withoutScheme } from '../ui/text/is-address.ts'
import { useWords } from '../ui/words.tsx'
import styles from './link-head.module.css'
import { type Link, link } from './queries.ts'
import { DomainChip, StatusChip } from './status-chip.tsx'

type LinkPage = 'visits' | 'edit' | 'rules' | 'qr'

interface LinkHeadProps {
  readonly id: string
  readonly page: LinkPage
  /** Renders the content below, once the link is loaded. */
  readonly children: (link: Link) => ComponentChildren
}

/** The pages of one link: its URL, its destination, and tabs. */
export function LinkHead({ id, page, children }: LinkHeadProps) {
  const { words } = useWords()
  const query = useQuery(link(id))
  const list = { title: words.frame.links, href: '/dash' }
  const crumbs = [list]
  if (query.data === null || codeOf(query.error) === 'NOT_FOUND') {
    return (
      <Page title={words.link.missing} crumbs={crumbs}>
        <Missing advice={words.link.missingAdvice} list={list} />
      </Page>
    )
  }
  const { data } = query
  const name = data === undefined ? words.states.loading : withoutScheme(data.shortUrl)
  return (
    <Page
      title={name}
      crumbs={crumbs}
      actions={
        data && (
          <>
            {data.status !== 'ACTIVE' && <StatusChip status={data.status} />}
            {data.hostname !== null && <DomainChip hostname={data.hostname} />}
            <CopyButton wide text={data.shortUrl} label={words.common.copy} />
            <a class="button" href={data.shortUrl} target="_blank" rel="noreferrer">
              <Icon of={ExternalLink} /> <span>{words.links.open}</span>
            </a>
          </>
        )
      }
    >
      <p class={`muted ${styles.lead}`}>
        {data?.title && <bdi class={styles.title}>{data.title}</bdi>} <bdi>{data?.target}</bdi>
      </p>
      <Tabs id={id} page={page} />
      <Loaded query={{ ...query, data: data ?? undefined }} height="30rem">
        {children}
      </Loaded>
    </Page>
  )
}

function Tabs({ id, page }: { readonly id: string; readonly page: LinkPage }) {
  const { words } = useWords()
  const tabs = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // On narrow screens not all tabs fit in one row.
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [page])
  const pages = [
    ['visits', '', words.links.toVisits],
    ['edit', '/edit', words.links.toEdit],
    ['rules', '/rules', words.links.toRules],
    ['qr', '/qr', words.links.toQr],
  ] as const
  return (
    <nav ref={tabs} aria-label={words.link.pages} class={`${tabsStyles.tabs} no-print`}>
      {pages.map(([name, path, text]) => (
        <a key={name} href={`/dash/links/${id}${path}`} aria-current={name === page ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}
