import { okAsync, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found } from '../../kernel/found.ts'
import type { DomainId, UserId } from '../../kernel/ids.ts'
import type { Ports } from '../../ports.ts'

/** Fails if the filter has a domain that the owner does not have. */
export const checkDomain = (
  { store }: Pick<Ports, 'store'>,
  owner: UserId,
  id: DomainId | null | undefined,
): ResultAsync<unknown, ErrorOf<'not-found'>> =>
  id == null ? okAsync(undefined) : found(store.domains.findOwned(owner, id), 'Domain')
