import { randomBytes } from 'node:crypto'
import { isSignUpOpen, keepSignUpToken, needsSignUpToken, type Ports, type Store } from '@shortlink/core'
import type { Log } from './log.ts'
import { isLoopback } from './loopback.ts'
import type { Settings } from './settings.ts'

/**
 * The token that the first sign-up requires with `SIGNUP=first`: the one in the settings, or a generated one that all replicas share.
 * Undefined when none is needed: only this machine reaches a loopback address, and once there was an account sign-up is closed anyway.
 */
export async function signUpTokenOf(settings: Settings, store: Store): Promise<string | undefined> {
  if (settings.SIGNUP !== 'first' || settings.SIGNUP_TOKEN !== undefined) return settings.SIGNUP_TOKEN
  if (isLoopback(new URL(settings.BASE_URL).hostname)) return undefined
  if (!(await isSignUpOpen({ store, policy: { signUp: settings.SIGNUP } }))) return undefined
  return keepSignUpToken(store.instance, randomBytes(16).toString('base64url'))
}

/** Prints a generated token for the operator while there is no account. It is worthless afterwards. */
export async function printSignUpToken(ports: Ports, settings: Settings, log: Log): Promise<void> {
  const { policy } = ports
  if (settings.SIGNUP_TOKEN !== undefined || !needsSignUpToken(policy) || !(await isSignUpOpen(ports))) return
  log.warn(
    { signupToken: policy.signUpToken },
    `there is no account yet: make the first one at ${policy.appUrl}/dash/sign-up with this sign-up token`,
  )
}
