import { errAsync, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { parseInput } from '../kernel/input.ts'
import { Hostname } from './domain.ts'
import type { Domains } from './domains.port.ts'

/**
 * Frees a hostname that was once claimed, so that it may serve the default namespace again. For operators only. False if it was never
 * claimed; `domain-taken` if a verified domain holds it. Unverified claims stay.
 */
export function forgetHostname(
  { store }: { readonly store: { readonly domains: Domains } },
  input: string,
): ResultAsync<boolean, ErrorOf<'invalid-input' | 'domain-taken'>> {
  const hostname = parseInput(Hostname, input)
  return hostname.isErr() ? errAsync(hostname.error) : store.domains.forgetClaimed(hostname.value)
}
