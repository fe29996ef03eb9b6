import { err, errAsync, ok, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { text } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { EMAIL_RULE, Email, foldEmail, NAME_RULE, Name } from '../user.ts'
import type { AccountRecord } from '../users.port.ts'
import { invitationDigest } from './create-invitation.ts'
import { checkNewPassword, PASSWORD_RULE, passwordInput } from './password.ts'
import { openSession, sessionOpened, toAccount } from './session.ts'
import { isSignUpOpen, needsSignUpToken } from './sign-up-policy.ts'

/** Well above the length of any useful token. */
const MAX_TOKEN_LENGTH = 1000

const NewAccount = z.object({
  name: Name.describe(NAME_RULE),
  email: Email.describe(EMAIL_RULE),
  password: passwordInput('password').describe(PASSWORD_RULE),
})

/** Creates an account and opens its first session, if the operator's policy allows sign-ups. */
export const signUp = defineUseCase({
  name: 'signUp',
  access: 'anyone',
  scope: null,
  demand: 'creates',
  replayed: false,
  noDryRun: 'A sign-up',
  input: NewAccount.extend({
    token: text('token', { max: MAX_TOKEN_LENGTH })
      .nullish()
      .describe(
        `The token that the server printed at startup, at most ${MAX_TOKEN_LENGTH} characters; required while \`service { signupNeedsToken }\` is true.`,
      ),
    invite: text('invite', { max: MAX_TOKEN_LENGTH })
      .nullish()
      .describe(
        `The code of an invitation, at most ${MAX_TOKEN_LENGTH} characters; required while \`service { signup }\` is INVITE.`,
      ),
  }),
  run: (ports, { client }, input) =>
    safeTry(async function* () {
      // Before the hash, which is expensive.
      if (!(await isSignUpOpen(ports))) return err({ type: 'sign-up-closed' as const })
      if (!hasSignUpToken(ports, input.token)) return err({ type: 'wrong-sign-up-token' as const })
      if (!(await hasInvitation(ports, input.invite))) return err({ type: 'sign-up-closed' as const })
      if (isReserved(ports, input.email)) return err({ type: 'reserved-email' as const })
      const account = yield* makeAccount(ports, input)
      return openSession(ports, yield* insertBy(ports, account, input.invite), client)
    }),
  audit: sessionOpened,
})

/** Whether the caller provided the token, if one is required. */
const hasSignUpToken = ({ policy, secrets }: Ports, given: string | null | undefined): boolean =>
  !needsSignUpToken(policy) || secrets.equal(given ?? '', policy.signUpToken)

/** Whether the caller provided an unused invitation, if one is required. */
const hasInvitation = async (ports: Ports, code: string | null | undefined): Promise<boolean> =>
  ports.policy.signUp !== 'invite' ||
  (code != null && (await ports.store.invitations.has(invitationDigest(ports, code), ports.clock.now())))

const isReserved = ({ policy: { adminEmails = [] } }: Ports, email: string): boolean =>
  adminEmails.some((reserved) => foldEmail(reserved) === foldEmail(email))

/** Inserts the account by the rules of the policy. One of concurrent sign-ups with an invitation succeeds; a failed one spends nothing. */
function insertBy(
  ports: Ports,
  account: AccountRecord,
  code: string | null | undefined,
): ResultAsync<AccountRecord, ErrorOf<'email-taken' | 'sign-up-closed'>> {
  const { store, policy, clock } = ports
  if (policy.signUp === 'first') return store.users.insertFirst(account)
  if (policy.signUp !== 'invite') return store.users.insert(account)
  return store.atomic((store) =>
    ResultAsync.fromSafePromise(store.invitations.spend(invitationDigest(ports, code ?? ''), clock.now())).andThen(
      (isSpent) => (isSpent ? store.users.insert(account) : errAsync({ type: 'sign-up-closed' as const })),
    ),
  )
}

/** Creates an account regardless of the policy on sign-ups. For operators only, so no surface offers it. */
export const createAccount = defineUseCase({
  name: 'createAccount',
  access: 'anyone',
  scope: null,
  demand: 'creates',
  replayed: false,
  noDryRun: 'A sign-up',
  input: NewAccount,
  run: (ports, _caller, input) =>
    makeAccount(ports, input)
      .andThen((account) => ports.store.users.insert(account))
      .map(toAccount),
  audit: ({ id: owner }) => [{ kind: 'ACCOUNT', owner }],
})

const makeAccount = (
  { passwords, ids, clock }: Ports,
  { name, email, password }: z.output<typeof NewAccount>,
): ResultAsync<AccountRecord, ErrorOf<'invalid-input' | 'overloaded'>> =>
  safeTry(async function* () {
    const passwordHash = yield* passwords.hash(yield* checkNewPassword(password, { name, email }), 'sign-up')
    const createdAt = clock.now()
    return ok({
      id: ids.user(),
      name,
      email,
      passwordHash,
      epoch: 0,
      role: 'USER' as const,
      disabledAt: null,
      createdAt,
      ignoredAddresses: [],
    })
  })
