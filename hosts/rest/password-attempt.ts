import type { DomainError } from '@shortlink/core'
import type { SharePorts } from '@shortlink/core/host'
import type { GraphqlLimits } from '../graphql/guard/rate-limits.ts'
import { type Taken, UNLIMITED } from '../http/redirect/rate-limit.ts'
import type { Given } from './table/input.ts'
import type { Row } from './table/row.ts'

interface PasswordAttempt {
  readonly taken: Taken
  /** Counts a wrong password, which throttles the next attempts. */
  countIfWrong(error: DomainError): void
}

/** Counts the password that a call tries, if it tries one. */
export async function passwordAttempt(
  { tries }: Pick<Row, 'tries'>,
  { ports, limits }: { readonly ports: SharePorts; readonly limits?: GraphqlLimits },
  input: Given,
  clientIp: string,
): Promise<PasswordAttempt> {
  const guarded = await tries?.(ports, input)
  if (guarded === undefined) return { taken: UNLIMITED, countIfWrong() {} }
  return {
    taken: (await limits?.admitPassword?.(guarded, clientIp)) ?? UNLIMITED,
    countIfWrong(error) {
      if (error.type === 'wrong-link-password') limits?.countFailedPassword?.(guarded)
    },
  }
}
