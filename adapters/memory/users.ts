import { isDeepStrictEqual } from 'node:util'
import type { AccountRecord, AccountSummary, Instant, UserId, Users } from '@shortlink/core'
import { foldEmail, newestFirst } from '@shortlink/core/adapter'
import { err, ok, ResultAsync } from 'neverthrow'
import { removeBioPage } from './bio-pages.ts'
import { removeDomain } from './domains.ts'
import { removeLink } from './links.ts'
import type { Call, Transaction } from './scope.ts'
import { removeBilling } from './subscriptions.ts'
import type { Tables } from './tables.ts'
import { removeWebhook } from './webhooks.ts'

/** {@link Users} in memory. */
export function memoryUsers(call: Call, tables: Tables): Users {
  const { users } = tables
  /** The account, as long as its hash is the one that the caller has seen. */
  const withHash = (id: string, passwordHash: string) => {
    const account = users.get(id)
    return account?.passwordHash === passwordHash ? account : undefined
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
        const account = users.get(id)
        if (account) users.put(transaction, { ...account, passwordHash: to, epoch: account.epoch + 1 })
      }),

    setDisabled: (id, at) =>
      call((transaction) => {
        const account = users.get(id)
        if (account === undefined) return undefined
        const changed = { ...account, disabledAt: at && (account.disabledAt ?? at) }
        users.put(transaction, changed)
        transaction.linkChanges.push('everything')
        return changed
      }),

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

function deleteAccount(tables: Tables, transaction: Transaction, id: UserId, tombstoneAt: Instant | null = null) {
  const { users, links, tags, domains, apiKeys, idempotencyKeys, bioPages, webhooks } = tables
  const account = users.get(id)
  if (account === undefined) return false
  for (const link of links.where('owner', id)) {
    removeLink(tables, transaction, link, { at: tombstoneAt, formerOwner: null })
  }
  for (const tag of tags.where('owner', id)) tags.remove(transaction, tag)
  for (const domain of domains.where('owner', id)) removeDomain(domains, transaction, domain)
  for (const page of bioPages.where('owner', id)) removeBioPage(tables, transaction, page)
  for (const webhook of webhooks.where('owner', id)) removeWebhook(tables, transaction, webhook)
  for (const key of apiKeys.where('owner', id)) apiKeys.remove(transaction, key)
  for (const claim of idempotencyKeys.where('caller', id)) idempotencyKeys.remove(transaction, claim)
  removeBilling(tables, transaction, id)
  users.remove(transaction, account)
  return true
}

function listAccounts({ users, links }: Tables, { skip, take, search = '' }: Parameters<Users['listAll']>[0]) {
  const found = users.all().filter(({ email }) => foldEmail(email).includes(foldEmail(search)))
  const items = found.sort(newestFirst).slice(skip, skip + take)
  const toSummary = ({ id, name, email, createdAt, disabledAt }: AccountRecord): AccountSummary => ({
    ...{ id, name, email, createdAt, disabledAt },
    links: links.where('owner', id).length,
  })
  return { items: items.map(toSummary), totalCount: found.length }
}
