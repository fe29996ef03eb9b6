import {
  AnyLinksPage,
  createLink,
  findAnyLink,
  type LinkOutline,
  LinkUpdate,
  listAnyLinks,
  listDomains,
  onBehalfOf,
  updateLinks,
} from '@shortlink/core'
import { errAsync } from 'neverthrow'
import { badUsage, CommandFailed } from '../failure.ts'
import { createRemotely, listRemotely, updateRemotely } from '../remote/links.ts'
import { type Given, nameOf, parameter, parametersOf } from '../table/parameters.ts'
import { type Host, type Row, row } from '../table/row.ts'
import { showLinks, toShown, UNOWNED } from './link-shown.ts'

/** The link of any owner that a command is about. */
export const linkAddress = [
  parameter('<link>', 'slug or id of the link, of any owner', { field: 'slug' }),
  parameter('--host <hostname>', 'verified custom domain of the slug; default: the service’s own host'),
]

const RULES = 'JSON file of routing rules, [{"type", "value", "target"}, …]; - for standard input'

const create = row({
  path: 'link create',
  summary: 'Shorten an address',
  useCase: createLink,
  access: 'optional-account',
  userMeaning: 'e-mail address of the owner; without it the link is anonymous',
  effect: 'creates',
  parameters: [
    ...parametersOf(createLink.input, {
      target: ['<target>', 'target address of the link'],
      slug: '--slug <slug>',
      title: '--title <title>',
      enableTracking: ['--no-tracking', 'record no visits'],
      rules: ['--rules <file>', RULES],
    }),
    parameter('--host <hostname>', 'verified domain of the owner for the link; default: the service’s own host'),
  ],
  examples: [
    'link create https://example.com/a/long/address --user ada@example.com',
    'link create https://example.com/spring --user ada@example.com --slug spring --title "Spring sale"',
  ],
  remotely: createRemotely,
  input: async ({ host: hostname, ...given }, host) => ({ ...given, domainId: await domainOf(host, hostname) }),
  show: (link, host) => ({
    json: toShown(host, link),
    lines: [host.shortUrl(link)],
    notes: link.owner === null ? [UNOWNED] : [],
  }),
})

async function domainOf({ app, caller, settle }: Host, hostname: string | undefined) {
  if (hostname === undefined) return undefined
  if (caller.kind !== 'user') throw badUsage('--host needs --user, since a custom domain has an owner')
  const domains = await settle(app.run(listDomains, caller, {}))
  const found = domains.find((domain) => domain.hostname === hostname.toLowerCase())
  if (!found?.verified) throw new CommandFailed(`the account has no verified domain ${hostname}`, { code: 'NOT_FOUND' })
  return found.id
}

const list: Row = {
  path: 'link list',
  summary: 'List links, newest first: of one account, or of all owners, anonymous ones included',
  access: 'optional-account',
  userMeaning: 'only links of the account with this e-mail address',
  effect: 'reads',
  parameters: parametersOf(AnyLinksPage, {
    search: '--search <text>',
    host: '--host <hostname>',
    skip: '--skip <n>',
    take: '--take <n>',
  }),
  examples: [
    'link list',
    'link list --user ada@example.com --search spring --json',
    'link list --host sho.rt --take 20',
  ],
  remotely: listRemotely,
  async run(host, given) {
    const owner = host.caller.kind === 'user' ? host.caller.userId : undefined
    const { items, totalCount } = await host.settle(listAnyLinks(host.ports, given, owner))
    const owners = owner === undefined ? await emailsOf(host, items) : undefined
    const shown = items.map((link) => ({
      ...toShown(host, link),
      disabled: link.disabled,
      ...(owners && { owner: (link.owner && owners.get(link.owner)) ?? null }),
    }))
    return showLinks(shown, { totalCount, skip: given.skip })
  },
}

/** E-mail addresses of the owners of links. */
async function emailsOf({ ports }: Host, links: readonly LinkOutline[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(links.map(({ owner }) => owner).filter((owner) => owner !== null))]
  const accounts = await Promise.all(ids.map((id) => ports.store.users.find(id)))
  return new Map(accounts.filter((account) => account !== undefined).map(({ id, email }) => [id, email]))
}

const CHANGES = parametersOf(LinkUpdate, {
  target: ['--target <target>', 'where visitors go from now on'],
  title: ['--title <title>', 'the owner’s name for the link; an empty one removes it'],
  enableTracking: ['--[no-]tracking', 'record visits from now on'],
  rules: ['--rules <file>', `${RULES}; they replace all present ones, [] removes them`],
})

const update: Row = {
  path: 'link update',
  summary: 'Change the target, title, tracking or rules of a link of any account',
  access: 'operator',
  effect: 'writes',
  parameters: [...linkAddress, ...CHANGES],
  examples: [
    'link update spring --target https://example.com/summer',
    'link update spring --title "Summer sale" --no-tracking',
  ],
  remotely: (host, { slug, host: hostname, ...changes }) => {
    requireChanges(changes)
    return updateRemotely(host, { slug, host: hostname, ...toChanges(changes) })
  },
  async run(host, { slug, host: hostname, ...changes }) {
    requireChanges(changes)
    const { id, owner } = await host.settle(findAnyLink(host.ports, { slug, host: hostname }))
    if (owner === null)
      throw new CommandFailed('an anonymous link has no owner and cannot be changed', { code: 'FORBIDDEN' })
    const inputs = [{ id, ...toChanges(changes) }]
    const [item] = await host.settle(host.app.run(updateLinks, onBehalfOf(owner), { inputs }))
    const link = item?.value
    if (!link) return host.settle(errAsync({ type: 'invalid-input', message: item?.error ?? '', path: '' }))
    return { json: toShown(host, link), lines: [`${host.shortUrl(link)} leads to ${link.target} now`] }
  },
}

/** The options of changes, such as `--target, --title or --rules`. */
const CHANGE_OPTIONS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  CHANGES.flatMap((one) => [
    nameOf(one),
    ...(one.flags.startsWith('--[no-]') ? [one.flags.replace(/[[\]]/g, '')] : []),
  ]),
)

/** @throws {CommandFailed} when there is nothing to change. */
function requireChanges(changes: Given): void {
  if (Object.keys(changes).length === 0) throw badUsage(`nothing to change: give ${CHANGE_OPTIONS}`)
}

/** An empty text removes what a link may be without. */
const toChanges = (changes: Given): Given =>
  Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value === '' ? emptied(field) : value]))

const emptied = (field: string) => (LinkUpdate.shape[field as keyof LinkUpdate].safeParse(null).success ? null : '')

export const linkRows: readonly Row[] = [create, list, update]
