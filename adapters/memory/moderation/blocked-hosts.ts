import { MANUAL_LIST, MAX_MANUAL_HOSTS } from '@shortlink/core/adapter'
import type { BlockedHosts } from '@shortlink/core/ports'
import type { BlockedHostRow } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link BlockedHosts} in memory. */
export const memoryBlockedHosts = (call: Call, { blockedHosts, blocklistState }: Tables): BlockedHosts => {
  const stateNow = () => blocklistState.get('') ?? { version: 0, list: MANUAL_LIST }
  const of = (list: number) => blockedHosts.where('list', String(list))
  const inForce = (search = '') =>
    [...new Set([MANUAL_LIST, stateNow().list])]
      .flatMap(of)
      .filter(({ host }) => host.includes(search))
      .sort((a, b) => inOrder(a.host, b.host) || a.list - b.list)

  function announce(transaction: Transaction, list = stateNow().list) {
    blocklistState.put(transaction, { list, version: stateNow().version + 1 })
    transaction.linkChanges.push('everything')
  }

  function removeAll(transaction: Transaction, rows: readonly BlockedHostRow[]): number {
    for (const row of rows) blockedHosts.remove(transaction, row)
    return rows.length
  }

  return {
    state: () =>
      call(() => {
        const { version, list } = stateNow()
        return { version, list, hosts: list === MANUAL_LIST ? 0 : of(list).length }
      }),

    names: (list, after, take) =>
      call(() =>
        of(list)
          .map(({ host }) => host)
          .filter((host) => host > after)
          .sort(inOrder)
          .slice(0, take),
      ),

    list: ({ skip, take }, search) =>
      call(() =>
        inForce(search)
          .slice(skip, skip + take)
          .map(({ list, ...row }) => ({ ...row, source: list === MANUAL_LIST ? 'MANUAL' : 'LIST' })),
      ),

    count: (search) => call(() => inForce(search).length),

    block: (host) =>
      call((transaction) => {
        const present = of(MANUAL_LIST).find((row) => row.host === host.host)
        if (!present && of(MANUAL_LIST).length >= MAX_MANUAL_HOSTS) return false
        blockedHosts.put(transaction, { ...host, createdAt: present?.createdAt ?? host.createdAt, list: MANUAL_LIST })
        announce(transaction)
        return true
      }),

    unblock: (host) =>
      call((transaction) => {
        const isFound =
          removeAll(
            transaction,
            inForce().filter((row) => row.host === host),
          ) > 0
        if (isFound) announce(transaction)
        return isFound
      }),

    addToList: (list, hosts, createdAt) =>
      call((transaction) => {
        for (const host of hosts) blockedHosts.put(transaction, { list, host, reason: null, createdAt })
      }),

    putInForce: (list) =>
      call((transaction) => {
        if (stateNow().list > list) return undefined
        announce(transaction, list)
        return of(list).length
      }),

    sweep: (take) =>
      call((transaction) => {
        const isEarlier = ({ list }: BlockedHostRow) => list > MANUAL_LIST && list < stateNow().list
        return removeAll(transaction, blockedHosts.all().filter(isEarlier).slice(0, take))
      }),
  }
}

const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b))
