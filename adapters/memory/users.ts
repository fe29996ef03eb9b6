import { isDeepStrictEqual } from 'node:util'
import type { Instant, Link, UserId } from '@shortlink/core'
import { CONNECTED_APP, foldEmail, newestFirst } from '@shortlink/core/adapter'
import type { AccountRecord, AccountSummary, Users } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import { removeBilling } from './billing/subscriptions.ts'
import { removeBioPage } from './bio-pages.ts'
import { removeDomain } from './domains.ts'
import { removeImport } from './imports.ts'
import { removeLink } from './links/links.ts'
import type { Call, Transaction } from './scope.ts'
import type { Tables } from './tables.ts'
import { removeWebhook } from './webhooks/webhooks.ts'

/** {@link Users} in memory. */
export function memoryUsers(call: Call, tables: Tables): Users {
  const { users } = tables
  /** The account, as long as its hash is the one that the caller has seen. */
  const withHash = (id: string, passwordHash: string) => {
    const account = users.get(id)
    return account?.passwordHash === passwordHash ? account : undefined
  }

  /** Replaces an account by a changed one; undefined if there is none. */
  const change = (transaction: Transaction, id: UserId, changed: (account: AccountRecord) => AccountRecord) => {
    const account = users.get(id)
    if (account === undefined) return undefined
    users.put(transaction, changed(account))
    return users.get(id)
  }

  return {
    insert: (account) =>
      new ResultAsync(
        call((transaction) => {
          if (users.find('email', foldEmail(account.email))) return err({ type: 'email-taken' as const })
          users.put(transaction, account)
          return ok(account)
        }),
      ),

    insertFirst: (account) =>
      new ResultAsync(
        call((transaction) => {
          if (!users.isEmpty()) return err({ type: 'sign-up-closed' as const })
          users.put(transaction, account)
          return ok(account)
        }),
      ),

    isEmpty: () => call(() => users.isEmpty()),

    find: (id) => call(() => users.get(id)),

    findByEmail: (email) => call(() => users.find('email', foldEmail(email))),

    listAll: (page) => call(() => listAccounts(tables, page)),

    lock: (id) => call(() => users.get(id)),

    rehash: (id, from, to) =>
      call((transaction) => {
        const account = withHash(id, from)
        if (account) users.put(transaction, { ...account, passwordHash: to })
      }),

    changePassword: (id, from, to) =>
      call((transaction) => {
        const account = withHash(id, from)
        if (account === undefined) return undefined
        const changed = { ...account, passwordHash: to, epoch: account.epoch + 1 }
        users.put(transaction, changed)
        return changed
      }),

    setPassword: (id, to) =>
      call((transaction) => {
        change(transaction, id, (account) => ({ ...account, passwordHash: to, epoch: account.epoch + 1 }))
      }),

    raiseEpoch: (id) =>
      call((transaction) => change(transaction, id, (account) => ({ ...account, epoch: account.epoch + 1 }))),

    setDisabled: (id, at) =>
      call((transaction) => {
        transaction.linkChanges.push('everything')
        return change(transaction, id, (account) => ({ ...account, disabledAt: at && (account.disabledAt ?? at) }))
      }),

    administrators: () => call(() => administratorsIn(tables)),

    setRole: (id, role) => call((transaction) => change(transaction, id, (account) => ({ ...account, role }))),

    setIgnoredAddresses: (id, addresses) =>
      call((transaction) => {
        const account = users.get(id)
        if (account === undefined) return undefined
        if (isDeepStrictEqual(account.ignoredAddresses, addresses)) return account
        const changed = { ...account, ignoredAddresses: addresses }
        users.put(transaction, changed)
        transaction.linkChanges.push('everything')
        return changed
      }),

    delete: (id, tombstoneAt) => call((transaction) => deleteAccount(tables, transaction, id, tombstoneAt)),
  }
}

const administratorsIn = ({ users }: Tables) =>
  users
    .all()
    .filter(({ role }) => role === 'ADMIN')
    .map(({ id }) => id)

function deleteAccount(tables: Tables, transaction: Transaction, id: UserId, tombstoneAt: Instant | null = null) {
  const {
    users,
    links,
    tags,
    domains,
    apiKeys,
    sessions,
    resetLinks,
    oauthRecords,
    statShares,
    annotations,
    savedViews,
    campaignTemplates,
    linkDefaults,
    idempotencyKeys,
    auditEntries,
    bioPages,
    qrStyles,
    webhooks,
  } = tables
  const account = users.get(id)
  if (account === undefined) return false
  for (const link of links.where('owner', id)) {
    removeLink(tables, transaction, link, { at: tombstoneAt, formerOwner: null })
  }
  for (const tag of tags.where('owner', id)) tags.remove(transaction, tag)
  for (const domain of domains.where('owner', id)) removeDomain(domains, transaction, domain)
  for (const page of bioPages.where('owner', id)) removeBioPage(tables, transaction, page)
  for (const style of qrStyles.where('owner', id)) qrStyles.remove(transaction, style)
  for (const webhook of webhooks.where('owner', id)) removeWebhook(tables, transaction, webhook)
  for (const key of apiKeys.where('owner', id)) apiKeys.remove(transaction, key)
  for (const session of sessions.where('owner', id)) sessions.remove(transaction, session)
  const resetLink = resetLinks.get(id)
  if (resetLink) resetLinks.remove(transaction, resetLink)
  for (const { kind, grantId } of oauthRecords.where('uid', id)) {
    if (kind !== CONNECTED_APP || grantId === null) continue
    for (const record of oauthRecords.where('grant', grantId)) oauthRecords.remove(transaction, record)
  }
  for (const annotation of annotations.where('owner', id)) annotations.remove(transaction, annotation)
  for (const share of statShares.where('owner', id)) statShares.remove(transaction, share)
  for (const view of savedViews.where('owner', id)) savedViews.remove(transaction, view)
  for (const template of campaignTemplates.where('owner', id)) campaignTemplates.remove(transaction, template)
  const defaults = linkDefaults.get(id)
  if (defaults) linkDefaults.remove(transaction, defaults)
  removeImport(tables, transaction, id)
  for (const claim of idempotencyKeys.where('caller', id)) idempotencyKeys.remove(transaction, claim)
  for (const entry of auditEntries.where('owner', id)) auditEntries.remove(transaction, entry)
  removeBilling(tables, transaction, id)
  users.remove(transaction, account)
  return true
}

function listAccounts({ users, links }: Tables, { skip, take, search = '' }: Parameters<Users['listAll']>[0]) {
  const found = users.all().filter(({ id, email }) => foldEmail(email).includes(foldEmail(search)) || id === search)
  const items = found.sort(newestFirst).slice(skip, skip + take)
  const toSummary = ({ id, name, email, createdAt, role, disabledAt }: AccountRecord): AccountSummary => ({
    ...{ id, name, email, createdAt, role, disabledAt },
    ...countsOf(links.where('owner', id)),
  })
  return { items: items.map(toSummary), totalCount: found.length }
}

const countsOf = (owned: readonly Link[]) => ({
  links: owned.length,
  visits: owned.reduce((sum, { hitCount }) => sum + hitCount, 0),
})
