import { err, ok, type Result } from 'neverthrow'
import type { Instant } from '../../kernel/caller.ts'
import type { ConnectedAppId, UserId } from '../../kernel/ids.ts'
import type { Ports, Store } from '../../ports.ts'
import { APP_IDLE_MS, CONNECTED_APP, recordOfApp } from './connected-app.ts'
import type { OAuthRecord } from './oauth-records.port.ts'

/** A user of an outside issuer. */
export interface IssuerUser {
  readonly issuer: string
  /** Its id at the issuer, which never changes. */
  readonly subject: string
}

/** The link between an account and a user of an outside issuer. It is listed as a connected app, and ends like one. */
export interface IssuerLink {
  readonly id: ConnectedAppId
  readonly owner: UserId
}

interface LinkPorts extends Pick<Ports, 'clock' | 'digest' | 'background'> {
  readonly store: Pick<Store, 'oauthRecords' | 'users'>
}

/** The kind of the records that name the account of an issuer's user. They belong to the grant of the link. */
const ISSUER_USER = 'IssuerUser'
/** The last use of a link is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000

/** The stored part of a link, in addition to that of a connected app. */
interface StoredLink {
  /** The id of the record of the issuer's user, which makes the link one of this user alone. */
  readonly issuerUser: string
}

/** Finds the account that is linked to an issuer's user, and notes the use. */
export async function findIssuerLink(ports: LinkPorts, user: IssuerUser): Promise<IssuerLink | undefined> {
  const { oauthRecords } = ports.store
  const id = recordIdOf(ports, user)
  const linkId = (await oauthRecords.find(ISSUER_USER, id))?.grantId ?? undefined
  const link = linkId === undefined ? undefined : await oauthRecords.find(CONNECTED_APP, linkId)
  const now = ports.clock.now()
  if (link === undefined || !isLinkOf(link, id, now)) return undefined
  const until = now + APP_IDLE_MS
  if (until - (link.expiresAt ?? 0) >= TOUCH_INTERVAL_MS) {
    ports.background.run('note use of an issuer link', async () => {
      await oauthRecords.prolong(CONNECTED_APP, link.id, until)
      await oauthRecords.prolong(ISSUER_USER, id, until)
    })
  }
  return { id: link.id as ConnectedAppId, owner: link.uid as UserId }
}

/**
 * Links an issuer's user to the account with an email address that the issuer has verified. Refuses disabled accounts as missing, and
 * accounts with a link to another user of the issuer. One of several concurrent calls for an account wins.
 */
export async function linkIssuerUser(
  ports: LinkPorts,
  user: IssuerUser,
  verifiedEmail: string,
): Promise<Result<IssuerLink, 'no-account' | 'linked-to-another'>> {
  const { oauthRecords, users } = ports.store
  const account = await users.findByEmail(verifiedEmail)
  if (account === undefined || account.disabledAt !== null) return err('no-account')
  const [id, linkId] = [recordIdOf(ports, user), linkIdOf(ports, user.issuer, account.id)]
  const createdAt = ports.clock.now()
  const earlier = await oauthRecords.find(CONNECTED_APP, linkId)
  if (earlier !== undefined && !isOpen(earlier, createdAt)) await oauthRecords.revokeGrant(linkId)
  const stored: StoredLink = { issuerUser: id }
  const app = { client: clientOf(user.issuer), scopes: [], createdAt, ...stored }
  const record = recordOfApp(linkId, account.id, app)
  if (!(await oauthRecords.add(record))) {
    const link = await oauthRecords.find(CONNECTED_APP, linkId)
    if (link === undefined || !isLinkOf(link, id, createdAt)) return err('linked-to-another')
  }
  const { expiresAt } = record
  await oauthRecords.put({ kind: ISSUER_USER, id, grantId: linkId, uid: null, expiresAt, payload: '{}' })
  return ok({ id: linkId as ConnectedAppId, owner: account.id })
}

const isOpen = ({ expiresAt }: OAuthRecord, now: Instant) => (expiresAt ?? 0) > now

const isLinkOf = (link: OAuthRecord, issuerUser: string, now: Instant) =>
  isOpen(link, now) && (JSON.parse(link.payload) as StoredLink).issuerUser === issuerUser

// JSON keeps the parts apart.
const recordIdOf = ({ digest }: Pick<Ports, 'digest'>, { issuer, subject }: IssuerUser) =>
  digest(JSON.stringify(['issuer user', issuer, subject]))

const linkIdOf = ({ digest }: Pick<Ports, 'digest'>, issuer: string, owner: UserId) =>
  digest(JSON.stringify(['issuer link', issuer, owner]))

/** The issuer as a connected app: the operator has named it. */
function clientOf(issuer: string) {
  const { host } = new URL(issuer)
  return { id: issuer, name: host, host, verified: true }
}
