import { err, ok, okAsync, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { text } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import type { AccountRecord } from '../users.port.ts'
import { PASSWORD_INPUT_RULE, passwordInput } from './password.ts'
import { openSession, sessionOpened } from './session.ts'

const MAX_LOGIN_EMAIL_LENGTH = 1024

/** An email address at login; its format is not checked. */
export const LoginEmail = text('email', { max: MAX_LOGIN_EMAIL_LENGTH }).transform((email) => email.trim())

/** Opens a session. Message and duration are the same for an unknown email and for a wrong password. */
export const logIn = defineUseCase({
  name: 'logIn',
  access: 'anyone',
  scope: null,
  replayed: false,
  noDryRun: 'A login',
  input: z.object({
    email: LoginEmail.describe(
      `The account's email address, case-insensitive, at most ${MAX_LOGIN_EMAIL_LENGTH} characters.`,
    ),
    password: passwordInput('password').describe(`The account's password, ${PASSWORD_INPUT_RULE}.`),
  }),
  run: (ports, { client }, { email, password }) =>
    findByPassword(ports, email, password).andThen((account) => openSession(ports, account, client)),
  audit: sessionOpened,
  async auditFailure({ store }, { email }) {
    const account = await store.users.findByEmail(email)
    return account && { kind: 'ACCOUNT', owner: account.id, action: 'loginFailed' }
  },
})

function findByPassword(
  ports: Ports,
  email: string,
  password: string,
): ResultAsync<AccountRecord, ErrorOf<'bad-credentials' | 'overloaded'>> {
  const { store, passwords } = ports
  return safeTry(async function* () {
    const account = await store.users.findByEmail(email)
    const verdict = yield* passwords.verify(account?.passwordHash ?? passwords.decoy, password)
    if (account === undefined || account.disabledAt !== null || verdict === 'wrong') {
      return err({ type: 'bad-credentials' as const })
    }
    if (verdict === 'rehash') await rehash(ports, account, password)
    return ok(account)
  })
}

/** Replaces the stored hash. When the queue is full, the next login does it. */
const rehash = ({ store, passwords }: Ports, { id, passwordHash }: AccountRecord, password: string) =>
  passwords
    .hash(password, 'login')
    .andThen((hash) => ResultAsync.fromSafePromise(store.users.rehash(id, passwordHash, hash)))
    .orElse(() => okAsync())
