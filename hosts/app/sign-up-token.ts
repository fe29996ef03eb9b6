import { randomBytes } from 'node:crypto'
import { isSignUpOpen, keepSignUpToken, needsSignUpToken } from '@shortlink/core/host'
import type { Ports, Store } from '@shortlink/core/ports'
import type { Log } from '../kit/log.ts'
import { isLoopback } from '../kit/loopback.ts'
import type { Settings } from './settings/settings.ts'

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
    `there is no account yet: create the first one at ${policy.appUrl}/dash/sign-up with this sign-up token`,
  )
}
