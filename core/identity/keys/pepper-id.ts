import type { Secrets } from '../credentials.port.ts'

/** Identifies the pepper of stored digests, and reveals nothing about it. */
export const pepperId = (secrets: Pick<Secrets, 'digest'>): string =>
  secrets.digest('the pepper of the digests of API keys').slice(0, 16)
