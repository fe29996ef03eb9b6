import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Instant } from '../../kernel/caller.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { API_KEY_PREFIX } from '../keys/api-key.ts'

/** An invitation to sign up, for one account. It counts while the policy is `invite`. */
export interface Invitation {
  readonly code: string
  /** The address of the sign-up form with the code. */
  readonly url: string
  readonly expiresAt: Instant
}

const DAYS = 7
const LIFETIME_MS = DAYS * 24 * 60 * 60 * 1000

/** Creates an invitation. Only its digest is stored. */
export const createInvitation = defineUseCase({
  name: 'createInvitation',
  access: 'admin',
  scope: null,
  demand: 'creates',
  input: z.object({}),
  run(ports) {
    const { store, clock, secrets, policy } = ports
    const code = secrets.freshApiKey().slice(API_KEY_PREFIX.length)
    const createdAt = clock.now()
    const expiresAt = createdAt + LIFETIME_MS
    const url = `${policy.appUrl}/dash/sign-up?invite=${code}`
    const digest = invitationDigest(ports, code)
    return ResultAsync.fromSafePromise(store.invitations.add({ digest, createdAt, expiresAt })).map(
      (): Invitation => ({ code, url, expiresAt }),
    )
  },
  audit: () => [{ kind: 'ACCOUNT' }],
})

/** The prefix separates these digests from the digests of API keys. */
export const invitationDigest = ({ secrets }: Pick<Ports, 'secrets'>, code: string): string =>
  secrets.digest(`invitation ${code.trim()}`)
