import { errAsync, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { parseInput } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { Hostname } from './domain.ts'

/**
 * Frees a hostname that was once claimed, so that it may serve the default namespace again; for operators alone. False if it was never
 * claimed. A hostname that a verified domain holds is refused; claims that were never proven stay.
 */
export function forgetHostname(
  { store }: Pick<Ports, 'store'>,
  given: string,
): ResultAsync<boolean, ErrorOf<'invalid-input' | 'domain-taken'>> {
  const hostname = parseInput(Hostname, given)
  return hostname.isErr() ? errAsync(hostname.error) : store.domains.forgetClaimed(hostname.value)
}
