import {
  createStatShare,
  deleteStatShare,
  type NamedStatShare,
  STAT_CARDS,
  type StatCard,
  statShares,
  updateStatShare,
} from '@shortlink/core'
import { z } from 'zod'
import { badUsage } from '../failure.ts'
import { findLink } from '../links/find-link.ts'
import { type Given, type Parameter, parameter, parametersOf } from '../parameters.ts'
import { isoOf, minuteOf, toColumns } from '../table/columns.ts'
import { type AnyHost, onEither, type Row } from '../table/row.ts'
import { fieldsOf, TIMES } from './link-options.ts'
import { findTag } from './tags.ts'

const CARDS = STAT_CARDS.map((card) => card.toLowerCase())

/** Parses a card in any case. */
function toCard(text: string): StatCard {
  const found = STAT_CARDS.find((card) => card === text.toUpperCase())
  if (found) return found
  throw badUsage(`--card must be one of ${CARDS.join(', ')}`)
}

const cardOption = (rest: string): Parameter => ({
  ...parameter('--card <card>', `${CARDS.join(', ')}; may be repeated; ${rest}`, { field: 'cards', repeats: true }),
  read: toCard,
})

const originOption = (description: string) =>
  parameter('--origin <origin>', description, { field: 'origins', repeats: true })

const PASSWORD = parameter('--password-stdin', 'read the password of the page from standard input', {
  ...{ field: 'passwordStdin', schema: z.boolean() },
})

const ID = parametersOf(deleteStatShare.input, { id: ['<id>', 'id of the share, as share list prints it'] })

const toShown = (share: NamedStatShare) => ({
  ...{ id: share.id, linkId: share.linkId, tagId: share.tagId, name: share.name, cards: share.cards },
  ...{ showVisits: share.showVisits, hasPassword: share.hasPassword, origins: share.origins },
  ...{ expiresAt: isoOf(share.expiresAt), createdAt: isoOf(share.createdAt) },
})

function subjectOf({ linkId, tagId, name }: NamedStatShare): string {
  if (linkId !== null) return `link ${name}`
  return tagId === null ? 'all links' : `tag ${name}`
}

/** Returns core's arguments of a new share: ids of the link and the tag instead of their names. */
async function argumentsOf(host: AnyHost, { link, host: hostname, tag, ...given }: Given): Promise<Given> {
  const fields = await fieldsOf(given)
  const linkId = link && (await findLink(host, { slug: link, host: hostname })).id
  const tagId = tag && (await findTag(host, tag)).id
  return { ...fields, linkId, tagId }
}

/** Lets an empty text remove an optional value. */
const orNone = (option: Parameter): Parameter => ({ ...option, read: (text) => (text === '' ? '' : option.read(text)) })

/** Returns core's changes: an empty text, or `--no-password`, removes a value. */
async function changesOf({ password, ...given }: Given): Promise<Given> {
  if (password === false && given.passwordStdin) throw badUsage('--no-password and --password-stdin cannot be combined')
  const { expiresAt, origins, ...fields } = await fieldsOf(given)
  return {
    ...fields,
    ...(password === false && { password: null }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt || null }),
    ...(origins && { origins: origins.filter(Boolean) }),
  }
}

export const shareRows: readonly Row[] = [
  {
    path: 'share list',
    summary: 'List the shared statistics of an account, newest first',
    access: 'account',
    effect: 'reads',
    parameters: [],
    examples: ['share list --user ada@example.com'],
    ...onEither(async ({ run }) => {
      const shares = await run(statShares, {})
      return {
        json: shares.map(toShown),
        lines: toColumns(
          ['ID', 'STATISTICS OF', 'CARDS', 'VISITS', 'PASSWORD', 'EXPIRES'],
          shares.map((share) => [
            ...[share.id, subjectOf(share), share.cards.join(',').toLowerCase() || '-', yes(share.showVisits)],
            ...[yes(share.hasPassword), minuteOf(share.expiresAt)],
          ]),
        ),
      }
    }),
  },
  {
    path: 'share create',
    summary: 'Share statistics of a link, a tag or all links with anyone who has the URL',
    access: 'account',
    effect: 'writes',
    parameters: [
      parameter('--link <link>', 'slug or id of the link; default: all links of the account'),
      parameter('--host <hostname>', 'custom domain of the slug; default: the service’s own host'),
      parameter('--tag <tag>', 'name or id of the tag of the links, instead of --link'),
      cardOption('default: all'),
      ...parametersOf(createStatShare.input, {
        showVisits: ['--visits', 'list recent visits'],
        expiresAt: ['--expires-at <when>', 'expiration date; default: never'],
      }),
      PASSWORD,
      originOption('website that may embed the page; may be repeated'),
    ],
    notes: `Only this command prints the URL, which cannot be retrieved later.\n${TIMES}`,
    examples: [
      'share create --user ada@example.com',
      'share create --link spring --card sources --card locations --visits --user ada@example.com',
      'share create --password-stdin --origin https://example.com --user ada@example.com < password.txt',
    ],
    ...onEither(async (host, given) => {
      const { share, url } = await host.run(createStatShare, await argumentsOf(host, given))
      return { json: { ...toShown(share), url }, lines: [url] }
    }),
  },
  {
    path: 'share update',
    summary: 'Change what shared statistics show and who may read them; their URL stays',
    access: 'account',
    effect: 'writes',
    parameters: [
      ...ID,
      cardOption('they replace all existing cards'),
      ...parametersOf(updateStatShare.input, {
        showVisits: ['--[no-]visits', 'list recent visits'],
        expiresAt: ['--expires-at <when>', 'expiration date; "" for never'],
      }).map(orNone),
      PASSWORD,
      parameter('--no-password', 'remove the password', { field: 'password', schema: z.boolean() }),
      orNone(originOption('website that may embed the page, which replaces all existing ones; may be repeated')),
    ],
    notes: `An empty string, such as --origin "", removes an option.\n${TIMES}`,
    examples: [
      'share update 5d0e0f3c-54f5-4a0c-9d53-7c9ad4f0c8f1 --card devices --no-visits --user ada@example.com',
      'share update 5d0e0f3c-54f5-4a0c-9d53-7c9ad4f0c8f1 --expires-at 2099-01-31 --origin https://example.com --user ada@example.com',
    ],
    ...onEither(async (host, { id, ...given }) => {
      const changes = await changesOf(given)
      if (Object.keys(changes).length === 0) throw badUsage('nothing to change; pass an option')
      const share = await host.run(updateStatShare, { id, ...changes })
      return { json: toShown(share), lines: [`Changed ${id}: ${subjectOf(share)}`] }
    }),
  },
  {
    path: 'share revoke',
    summary: 'Revoke shared statistics; their URL stops working at once',
    access: 'account',
    effect: 'writes',
    parameters: ID,
    examples: ['share revoke 5d0e0f3c-54f5-4a0c-9d53-7c9ad4f0c8f1 --user ada@example.com'],
    ...onEither(async ({ run }, { id }) => {
      await run(deleteStatShare, { id })
      return { json: { id, revoked: true }, lines: [`Revoked ${id}`] }
    }),
  },
]

const yes = (is: boolean) => (is ? 'yes' : 'no')
