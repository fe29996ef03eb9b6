import type { LinkDefaults, UserId } from '@shortlink/core'
import { NO_LINK_DEFAULTS } from '@shortlink/core/adapter'
import type { LinkDefaultsStore } from '@shortlink/core/ports'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link LinkDefaultsStore} in memory. */
export function memoryLinkDefaults(call: Call, tables: Tables): LinkDefaultsStore {
  const { linkDefaults, domains, campaignTemplates, qrStyles } = tables
  const find = (owner: UserId): LinkDefaults => {
    const { domainId, tags, campaignTemplateId, qrStyleId } = linkDefaults.get(owner) ?? NO_LINK_DEFAULTS
    const ifOwned = <Id extends string>(id: Id | null, record: { readonly owner: UserId } | undefined) =>
      record?.owner === owner ? id : null
    return {
      domainId: ifOwned(domainId, domains.get(domainId ?? '')?.domain),
      tags,
      campaignTemplateId: ifOwned(campaignTemplateId, campaignTemplates.get(campaignTemplateId ?? '')),
      qrStyleId: ifOwned(qrStyleId, qrStyles.get(qrStyleId ?? '')),
    }
  }
  return {
    find: (owner) => call(() => find(owner)),

    set: (owner, defaults) =>
      call((transaction) => {
        linkDefaults.put(transaction, { owner, ...defaults })
        return find(owner)
      }),
  }
}
