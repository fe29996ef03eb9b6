import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { LinkId } from '../../kernel/ids.ts'
import { pageInput, totalOf } from '../../kernel/page.ts'
import { targetHost } from '../../kernel/target-hosts.ts'
import type { Link } from '../../links/link.ts'
import { type AnyLink, withOwners } from '../../links/lists/with-owners.ts'
import type { Store } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { Report } from './report.ts'

export interface ListedReport extends Report {
  /** Email address of the account; null for an anonymous link and a deleted account. */
  readonly ownerEmail: string | null
  /** The link as it is now; null if it was deleted, and for pages and domains. */
  readonly link: AnyLink | null
  /** The hosts that rules and the fallback of the link lead to, other than the host of its target. */
  readonly otherHosts: readonly string[]
}

const Input = z.object({
  resolved: z
    .boolean('resolved must be true or false')
    .nullish()
    .transform((value) => value ?? undefined)
    .describe('True for resolved reports only, false for open ones; all if omitted.'),
  ...pageInput({ take: 50, max: 100 }),
})

/** Reports of visitors, newest first, with their total number. */
export const listReports = defineUseCase({
  name: 'listReports',
  access: 'admin',
  scope: null,
  demand: 'large-read',
  input: Input,
  run: ({ store }, _caller, page) => ResultAsync.fromSafePromise(list(store, page)),
})

async function list(store: Store, page: z.output<typeof Input>) {
  const reports = await store.reports.list(page)
  const found = await Promise.all(reports.map(({ subject }) => store.links.find(subject as LinkId)))
  const links = await withOwners(
    store,
    found.filter((link) => link !== undefined),
  )
  const byId = new Map(links.map((link) => [link.id as string, link]))
  const owners = await withOwners(store, reports)
  const items = owners.map((report): ListedReport => {
    const link = byId.get(report.subject)
    return { ...report, link: link ?? null, otherHosts: link ? otherHostsOf(link) : [] }
  })
  return { items, totalCount: await totalOf(items, page, () => store.reports.count(page)) }
}

function otherHostsOf({ target, rules, fallbackTarget }: Link): string[] {
  const urls = [...rules.map((rule) => rule.target), ...(fallbackTarget === null ? [] : [fallbackTarget])]
  const hosts = new Set(urls.flatMap((url) => targetHost(url) ?? []))
  hosts.delete(targetHost(target) ?? '')
  return [...hosts]
}
