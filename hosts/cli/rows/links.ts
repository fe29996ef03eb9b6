import { createLink, getLink, listAnyLinks, listLinks, operator, updateLinks, upsertLink } from '@shortlink/core'
import { LinkUpdate } from '@shortlink/core/host'
import { z } from 'zod'
import { badUsage, CommandFailed } from '../failure.ts'
import { domainIdAt, findLink } from '../links/find-link.ts'
import { changedLine, showLink, showLinks, toWhole, unownedNote } from '../links/link-shown.ts'
import { type Given, nameOf, parameter, parametersOf } from '../parameters.ts'
import { type Host, onEither, type RemoteHost, type Row } from '../table/row.ts'
import {
  changesOf,
  fieldsOf,
  LINK_CHANGES,
  NEW_LINK_OPTIONS,
  TIMES,
  tagOption,
  withPresentMembers,
} from './link-options.ts'

/** The parameters that select a link of any owner. */
export const linkAddress = [
  parameter('<link>', 'slug or id of the link, of any owner', { field: 'slug' }),
  parameter('--host <hostname>', 'verified custom domain of the slug; default: the service’s own host'),
] as const

const RULES = 'JSON file of routing rules, [{"type", "value", "target"}, …]; - for standard input'

const create: Row = {
  path: 'link create',
  summary: 'Shorten a URL',
  access: 'optional-account',
  userMeaning: 'email address of the owner; without it the link is anonymous',
  effect: 'creates',
  parameters: [
    ...parametersOf(createLink.input, {
      target: ['<target>', 'target URL of the link'],
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
  ...onEither(async (host, { host: hostname, ...given }) => {
    if (hostname !== undefined && host.remote === undefined && host.caller.kind !== 'user')
      throw badUsage('--host requires --user, since a custom domain has an owner')
    const input = { ...(await fieldsOf(given)), domainId: await domainIdAt(host, hostname) }
    const link = await host.run(createLink, input)
    const { slug, target } = link
    const shortUrl = host.shortUrl(link)
    // A server returns only a part of an anonymous link.
    const json = 'id' in link ? toWhole(host, link) : { slug, shortUrl, target }
    const hasOwner = host.remote ? host.remote.hasKey : link.owner !== null
    return { json, lines: [shortUrl], notes: hasOwner ? [] : [unownedNote(host.remote ? '--key' : '--user')] }
  }),
}

const upsert: Row = {
  path: 'link upsert',
  summary: 'Create a link with an external id, or change the link that has it',
  access: 'account',
  effect: 'creates',
  parameters: [
    ...parametersOf(upsertLink.input, {
      externalId: ['<external-id>', 'key of the link’s record in another system'],
      target: ['<target>', 'target URL of the link'],
      slug: ['--slug <slug>', 'path of the short URL; cannot change later'],
      title: '--title <title>',
      rules: ['--rules <file>', RULES],
    }),
    parameter('--host <hostname>', 'verified domain for the link; cannot change later'),
    ...NEW_LINK_OPTIONS.filter(({ field }) => field !== 'reuse' && field !== 'externalId'),
  ],
  notes: TIMES,
  examples: ['link upsert product-42 https://example.com/products/42 --user ada@example.com --title "Red shoes"'],
  ...onEither(async (host, { host: hostname, ...given }) => {
    const input = { ...(await fieldsOf(given)), domainId: await domainIdAt(host, hostname) }
    const link = await host.run(upsertLink, input)
    return { json: toWhole(host, link), lines: [host.shortUrl(link)] }
  }),
}

/** Values in core of each choice for archived links. */
const ARCHIVED: Readonly<Record<string, boolean | null>> = { no: false, yes: true, all: null }
const OWNERS_FILTERS = ['tags', 'status', 'archived', 'sort']

const toPage = ({ archived, ...given }: Given): Given => ({
  ...given,
  ...(archived !== undefined && { archived: ARCHIVED[archived] }),
})

const LIST_OPTIONS = [
  ...parametersOf(listAnyLinks.input, {
    search: '--search <text>',
    host: '--host <hostname>',
    targetHost: '--target-host <hostname>',
  }),
  tagOption('only an account’s links with this tag; may be repeated to require all'),
  ...parametersOf(listAnyLinks.input, {
    status: ['--status <status>', 'only an account’s links with this status'],
  }),
  parameter('--archived <which>', 'archived links of an account: no, yes (only these) or all; default no', {
    schema: z.enum(Object.keys(ARCHIVED)),
  }),
  ...parametersOf(listAnyLinks.input, {
    sort: ['--sort <order>', 'order of an account’s links; default NEWEST'],
    skip: '--skip <n>',
    take: '--take <n>',
  }),
]

const list: Row = {
  path: 'link list',
  summary: 'List links, newest first: of one account, or of all owners, anonymous ones included',
  access: 'optional-account',
  userMeaning: 'only links of the account with this email address',
  effect: 'reads',
  parameters: LIST_OPTIONS,
  examples: [
    'link list',
    'link list --user ada@example.com --search spring --json',
    'link list --host sho.rt --take 20',
    'link list --user ada@example.com --tag spring --status ACTIVE --sort MOST_VISITED',
  ],
  ...onEither(async (host, given) => {
    const page = toPage(given)
    const { items, totalCount } = await (host.remote ? pageOfServer(host, page) : pageOf(host, page))
    return showLinks(items, totalCount ?? items.length, given.skip)
  }),
}

async function pageOf(host: Host, page: Given) {
  const owner = host.caller.kind === 'user' ? host.caller.userId : undefined
  const narrowed = LIST_OPTIONS.find(({ field }) => OWNERS_FILTERS.includes(field) && field in page)
  if (owner === undefined && narrowed) throw badUsage(`${nameOf(narrowed)} requires --user`)
  if (narrowed && page.targetHost !== undefined)
    throw badUsage(`${nameOf(narrowed)} cannot be combined with --target-host`)
  const { items, totalCount } = await host.settle(host.app.run(listAnyLinks, operator, { ...page, owner }))
  const shown = items.map((link) => ({
    ...toWhole(host, link),
    disabled: link.disabled,
    ...(owner === undefined && { owner: link.ownerEmail }),
  }))
  return { items: shown, totalCount }
}

async function pageOfServer(host: RemoteHost, { host: hostname, targetHost, take = 100, ...page }: Given) {
  if (targetHost !== undefined) throw badUsage('--target-host requires a database; with --server, use --search')
  const domainId = await domainIdAt(host, hostname)
  if (hostname !== undefined && domainId === undefined)
    throw badUsage('with --server, --host must be a custom domain; links of the host itself cannot be listed alone')
  const { items, totalCount } = await host.run(listLinks, { ...page, take, domainId })
  return { items: items.map((link) => toWhole(host, link)), totalCount }
}

const show: Row = {
  path: 'link show',
  summary: 'Show a link with all its options',
  access: 'operator',
  effect: 'reads',
  parameters: linkAddress,
  examples: ['link show spring', 'link show spring --json'],
  ...onEither(async (host, address) => {
    const link = await findLink(host, address)
    const { rules } = 'rules' in link ? link : await host.run(getLink, { id: link.id })
    if (host.remote) return showLink({ ...toWhole(host, link), rules })
    const owner = (link.owner && (await host.ports.store.users.find(link.owner))?.email) ?? null
    return showLink({ ...toWhole(host, link), disabled: link.disabled, rules, owner })
  }),
}

const CHANGES = parametersOf(LinkUpdate, {
  target: ['--target <target>', 'where visitors go from now on'],
  title: ['--title <title>', 'display title; an empty one removes it'],
  enableTracking: ['--[no-]tracking', 'track visits from now on'],
  rules: ['--rules <file>', `${RULES}; replaces all existing rules, [] removes them`],
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
  ...onEither(async (host, { slug, host: hostname, ...options }) => {
    if (Object.keys(options).length === 0) throw badUsage(`nothing to change: give ${CHANGE_OPTIONS}`)
    const changes = changesOf(await fieldsOf(options))
    const present = await findLink(host, { slug, host: hostname })
    const inputs = [{ id: present.id, ...withPresentMembers(changes, present) }]
    const [item] = await host.run(updateLinks, { inputs }, present)
    if (!item?.value) throw new CommandFailed(item?.error ?? '', { code: 'BAD_USER_INPUT' })
    const shown = toWhole(host, item.value)
    return { json: shown, lines: [changedLine(shown)] }
  }),
}

/** The options that change a link, such as `--target, --title or --rules`. */
const CHANGE_OPTIONS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  CHANGES.flatMap((one) => [
    nameOf(one),
    ...(one.flags.startsWith('--[no-]') ? [one.flags.replace(/[[\]]/g, '')] : []),
  ]),
)

export const linkRows: readonly Row[] = [create, upsert, list, show, update]
