import { err, ok, type ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../kernel/errors.ts'
import { text } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { checkNewPassword, PASSWORD_RULE, passwordInput } from './password.ts'
import { openSession, toAccount } from './session.ts'
import { isSignUpOpen, needsSignUpToken } from './sign-up-policy.ts'
import { EMAIL_RULE, Email, NAME_RULE, Name } from './user.ts'
import type { AccountRecord } from './users.port.ts'

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
  demand: 'creates',
  replayed: false,
  input: NewAccount.extend({
    token: text('token', { max: MAX_TOKEN_LENGTH })
      .nullish()
      .describe(
        `The token that the server printed at startup, at most ${MAX_TOKEN_LENGTH} characters; required while \`service { signupNeedsToken }\` is true.`,
      ),
  }),
  run: (ports, _caller, input) =>
    safeTry(async function* () {
      const { users } = ports.store
      // Before the hash, which is expensive.
      if (!(await isSignUpOpen(ports))) return err({ type: 'sign-up-closed' as const })
      if (!hasSignUpToken(ports, input.token)) return err({ type: 'wrong-sign-up-token' as const })
      const account = yield* makeAccount(ports, input)
      return openSession(
        ports,
        yield* ports.policy.signUp === 'first' ? users.insertFirst(account) : users.insert(account),
      )
    }),
})

/** Whether the caller provided the token, if one is required. */
const hasSignUpToken = ({ policy, secrets }: Ports, given: string | null | undefined): boolean =>
  !needsSignUpToken(policy) || secrets.equal(given ?? '', policy.signUpToken)

/** Creates an account regardless of the policy on sign-ups. For operators only, so no surface offers it. */
export const createAccount = defineUseCase({
  name: 'createAccount',
  access: 'anyone',
  demand: 'creates',
  replayed: false,
  input: NewAccount,
  run: (ports, _caller, input) =>
    makeAccount(ports, input)
      .andThen((account) => ports.store.users.insert(account))
      .map(toAccount),
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
      disabledAt: null,
      createdAt,
      ignoredAddresses: [],
    })
  })
