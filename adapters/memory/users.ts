import type { Users } from '@shortlink/core'
import { foldEmail } from '@shortlink/core/adapter'
import { err, ok, ResultAsync } from 'neverthrow'
import { removeBioPage } from './bio-pages.ts'
import { removeDomain } from './domains.ts'
import { removeLink } from './links.ts'
import type { Call } from './scope.ts'
import { removeBilling } from './subscriptions.ts'
import type { Tables } from './tables.ts'
import { removeWebhook } from './webhooks.ts'

/** {@link Users} in memory. */
export function memoryUsers(call: Call, tables: Tables): Users {
  const { users, links, domains, apiKeys, idempotencyKeys, bioPages, webhooks } = tables
  /** The account, as long as its hash is the one that the caller has seen. */
  const withHash = (id: string, passwordHash: string) => {
    const account = users.get(id)
    return account?.passwordHash === passwordHash ? account : undefined
  }

  return {
    insert: (account) =>
      new ResultAsync(
        call((changes) => {
          if (users.find('email', foldEmail(account.email))) return err({ type: 'email-taken' as const })
          users.put(changes, account)
          return ok(account)
        }),
      ),

    find: (id) => call(() => users.get(id)),

    findByEmail: (email) => call(() => users.find('email', foldEmail(email))),

    lock: (id) => call(() => users.get(id)),

    rehash: (id, from, to) =>
      call((changes) => {
        const account = withHash(id, from)
        if (account) users.put(changes, { ...account, passwordHash: to })
      }),

    changePassword: (id, from, to) =>
      call((changes) => {
        const account = withHash(id, from)
        if (account === undefined) return undefined
        const changed = { ...account, passwordHash: to, epoch: account.epoch + 1 }
        users.put(changes, changed)
        return changed
      }),

    setPassword: (id, to) =>
      call((changes) => {
        const account = users.get(id)
        if (account) users.put(changes, { ...account, passwordHash: to, epoch: account.epoch + 1 })
      }),

    setDisabled: (id, at) =>
      call((changes) => {
        const account = users.get(id)
        if (account === undefined) return undefined
        const changed = { ...account, disabledAt: at && (account.disabledAt ?? at) }
        users.put(changes, changed)
        changes.news.push('everything')
        return changed
      }),

    delete: (id) =>
      call((changes) => {
        const account = users.get(id)
        if (account === undefined) return false
        for (const link of links.where('owner', id)) removeLink(tables, changes, link)
        for (const domain of domains.where('owner', id)) removeDomain(domains, changes, domain)
        for (const page of bioPages.where('owner', id)) removeBioPage(tables, changes, page)
        for (const webhook of webhooks.where('owner', id)) removeWebhook(tables, changes, webhook)
        for (const key of apiKeys.where('owner', id)) apiKeys.remove(changes, key)
        for (const claim of idempotencyKeys.where('caller', id)) idempotencyKeys.remove(changes, claim)
        removeBilling(tables, changes, id)
        users.remove(changes, account)
        return true
      }),
  }
}
