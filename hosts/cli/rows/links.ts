import {
  AnyLinksPage,
  createLink,
  findAnyLink,
  type Link,
  type LinkOutline,
  LinkUpdate,
  listAnyLinks,
  listDomains,
  onBehalfOf,
  type UserId,
  updateLinks,
} from '@shortlink/core'
import { errAsync } from 'neverthrow'
import { z } from 'zod'
import { badUsage, CommandFailed } from '../failure.ts'
import { createRemotely, listRemotely, showRemotely, updateRemotely } from '../remote/links.ts'
import { type Given, nameOf, parameter, parametersOf } from '../table/parameters.ts'
import { type Host, type Row, row } from '../table/row.ts'
import {
  changesOf,
  fieldsOf,
  LINK_CHANGES,
  NEW_LINK_OPTIONS,
  TIMES,
  tagOption,
  withPresentMembers,
} from './link-options.ts'
import { changedLine, showLink, showLinks, toWhole, UNOWNED } from './link-shown.ts'

/** The link of any owner that a command is about. */
export const linkAddress = [
  parameter('<link>', 'slug or id of the link, of any owner', { field: 'slug' }),
  parameter('--host <hostname>', 'verified custom domain of the slug; default: the service’s own host'),
] as const

/** @throws {CommandFailed} for an anonymous link. */
export function ownerOf({ owner }: Link): UserId {
  if (owner === null)
    throw new CommandFailed('an anonymous link has no owner and cannot be changed', { code: 'FORBIDDEN' })
  return owner
}

const RULES = 'JSON file of routing rules, [{"type", "value", "target"}, …]; - for standard input'

const create = row({
  path: 'link create',
  summary: 'Shorten a URL',
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
    ...NEW_LINK_OPTIONS,
  ],
  notes: TIMES,
  examples: [
    'link create https://example.com/a/long/address --user ada@example.com',
    'link create https://example.com/spring --user ada@example.com --slug spring --title "Spring sale"',
    'link create https://example.com/spring --user ada@example.com --expires-at 30d --fallback-target https://example.com/over --tag spring --tag shop',
  ],
  remotely: async (host, given) => createRemotely(host, await fieldsOf(given)),
  input: async ({ host: hostname, ...given }, host) => ({
    ...(await fieldsOf(given)),
    domainId: await domainOf(host, hostname),
  }),
  show: (link, host) => ({
    json: toWhole(host, link),
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

/** What each choice of archived links means to core. */
const ARCHIVED: Readonly<Record<string, boolean | null>> = { no: false, yes: true, all: null }
const OWNERS_FILTERS = ['tags', 'status', 'archived', 'sort']

const toPage = ({ archived, ...given }: Given): Given => ({
  ...given,
  ...(archived !== undefined && { archived: ARCHIVED[archived] }),
})

const LIST_OPTIONS = [
  ...parametersOf(AnyLinksPage, {
    search: '--search <text>',
    host: '--host <hostname>',
  }),
  tagOption('only an account’s links with this tag; given several times, with all of them'),
  ...parametersOf(AnyLinksPage, {
    status: ['--status <status>', 'only an account’s links of this status'],
  }),
  parameter('--archived <which>', 'an account’s archived links: no, yes for them alone, or all; default no', {
    schema: z.enum(Object.keys(ARCHIVED)),
  }),
  ...parametersOf(AnyLinksPage, {
    sort: ['--sort <order>', 'order of an account’s links; default NEWEST'],
    skip: '--skip <n>',
    take: '--take <n>',
  }),
]

const list: Row = {
  path: 'link list',
  summary: 'List links, newest first: of one account, or of all owners, anonymous ones included',
  access: 'optional-account',
  userMeaning: 'only links of the account with this e-mail address',
  effect: 'reads',
  parameters: LIST_OPTIONS,
  examples: [
    'link list',
    'link list --user ada@example.com --search spring --json',
    'link list --host sho.rt --take 20',
    'link list --user ada@example.com --tag spring --status ACTIVE --sort MOST_VISITED',
  ],
  remotely: (host, given) => listRemotely(host, toPage(given)),
  async run(host, given) {
    const owner = host.caller.kind === 'user' ? host.caller.userId : undefined
    const narrowed = LIST_OPTIONS.find(({ field }) => OWNERS_FILTERS.includes(field) && field in given)
    if (owner === undefined && narrowed) throw badUsage(`${nameOf(narrowed)} needs --user, whose links it is about`)
    const { items, totalCount } = await host.settle(listAnyLinks(host.ports, toPage(given), owner))
    const owners = owner === undefined ? await emailsOf(host, items) : undefined
    const shown = items.map((link) => ({
      ...toWhole(host, link),
      disabled: link.disabled,
      ...(owners && { owner: (link.owner && owners.get(link.owner)) ?? null }),
    }))
    return showLinks(shown, { totalCount, skip: given.skip })
  },
}

const show: Row = {
  path: 'link show',
  summary: 'Show a link with all its options',
  access: 'operator',
  effect: 'reads',
  parameters: linkAddress,
  examples: ['link show spring', 'link show spring --json'],
  remotely: showRemotely,
  async run(host, { slug, host: hostname }) {
    const link = await host.settle(findAnyLink(host.ports, { slug, host: hostname }))
    const owner = (link.owner && (await emailsOf(host, [link])).get(link.owner)) ?? null
    return showLink({ ...toWhole(host, link), disabled: link.disabled, rules: link.rules, owner })
  },
}

/** E-mail addresses of the owners of links. */
async function emailsOf(
  { ports }: Host,
  links: readonly Pick<LinkOutline, 'owner'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(links.map(({ owner }) => owner).filter((owner) => owner !== null))]
  const accounts = await Promise.all(ids.map((id) => ports.store.users.find(id)))
  return new Map(accounts.filter((account) => account !== undefined).map(({ id, email }) => [id, email]))
}

const CHANGES = parametersOf(LinkUpdate, {
  target: ['--target <target>', 'where visitors go from now on'],
  title: ['--title <title>', 'the owner’s name for the link; an empty one removes it'],
  enableTracking: ['--[no-]tracking', 'record visits from now on'],
  rules: ['--rules <file>', `${RULES}; they replace all present ones, [] removes them`],
}).concat(LINK_CHANGES)

const update: Row = {
  path: 'link update',
  summary: 'Change a link of any account; an empty string, such as --title "", resets an option',
  access: 'operator',
  effect: 'writes',
  parameters: [...linkAddress, ...CHANGES],
  notes: TIMES,
  examples: [
    'link update spring --target https://example.com/summer',
    'link update spring --title "Summer sale" --no-tracking',
    'link update spring --expires-at "" --tag summer --tag shop --utm-source letter --no-enabled',
  ],
  remotely: async (host, { slug, host: hostname, ...changes }) => {
    requireChanges(changes)
    return updateRemotely(host, { slug, host: hostname, ...(await fieldsOf(changes)) })
  },
  async run(host, { slug, host: hostname, ...changes }) {
    requireChanges(changes)
    const present = await host.settle(findAnyLink(host.ports, { slug, host: hostname }))
    const owner = onBehalfOf(ownerOf(present))
    const inputs = [{ id: present.id, ...withPresentMembers(changesOf(await fieldsOf(changes)), present) }]
    const [item] = await host.settle(host.app.run(updateLinks, owner, { inputs }))
    const link = item?.value
    if (!link) return host.settle(errAsync({ type: 'invalid-input', message: item?.error ?? '', path: '' }))
    const shown = toWhole(host, link)
    return { json: shown, lines: [changedLine(shown)] }
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

export const linkRows: readonly Row[] = [create, list, show, update]
