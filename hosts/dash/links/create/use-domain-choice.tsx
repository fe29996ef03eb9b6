import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { linkDefaults, linkDomains } from '../queries.ts'

interface DomainChoice {
  /** Undefined for the service's own host. */
  readonly domainId: string | undefined
  /** The control; nothing if the account has no verified domain. */
  readonly domainField: ComponentChildren
}

/** Selection of the account's verified domain for a new link, at first the default one. */
export function useDomainChoice(): DomainChoice {
  const { words } = useWords()
  const [chosenId, setChosenId] = useState<string>()
  const known = useQuery(linkDomains).data
  const verified = known?.domains.filter((domain) => domain.verified) ?? []
  const defaultId = useQuery(linkDefaults).data?.domain?.id
  const domainId = verified.find(({ id }) => id === (chosenId ?? defaultId))?.id
  const domainField = verified.length > 0 && (
    <Select
      label={words.links.domain}
      value={domainId ?? ''}
      options={[['', known?.ownHost ?? ''], ...verified.map(({ id, hostname }) => [id, hostname] as const)]}
      onChange={setChosenId}
    />
  )
  return { domainId, domainField }
}
