import { PEPPER, pepperDigest, pepperId, previousPepperDigest } from '@shortlink/core/host'
import { createLog } from '../kit/log.ts'
import { existingSecret, PEPPER_FILE } from './generated-secrets.ts'
import { serverParts } from './parts.ts'
import type { Settings } from './settings/settings.ts'
import type { Inspection } from './stores.ts'

/** Result of comparing the peppers of the settings with the pepper of a database; either may be missing. */
export type PepperMatch = 'same' | 'previous' | 'other' | 'none configured' | 'none in the database'

/** Compares the peppers. Generates none. */
export async function comparePepper(
  settings: Settings,
  { instance }: Pick<Inspection, 'instance'>,
): Promise<PepperMatch> {
  const kept = instance[PEPPER]
  if (kept === undefined) return 'none in the database'
  const pepper = configuredPepper(settings)
  if (pepper === undefined) return 'none configured'
  const secrets = await secretsOf(settings, pepper)
  if (secrets.equal(kept, pepperDigest({ secrets }))) return 'same'
  return kept === previousPepperDigest({ secrets }) ? 'previous' : 'other'
}

/** Returns the number of API keys with a digest of another pepper than the one of the settings. */
export async function countOnOtherPepper(
  settings: Settings,
  counts: NonNullable<Inspection['counts']>,
): Promise<number> {
  const own = pepperId(await secretsOf(settings, configuredPepper(settings) ?? ''))
  return counts.keys.filter(({ pepper }) => pepper !== own).reduce((sum, { keys }) => sum + keys, 0)
}

const secretsOf = (settings: Settings, pepper: string) =>
  serverParts(settings, createLog('silent'), { exclusive: false }).replace('pepper', pepper).get('secrets')

/** The pepper from the settings, or a previously generated one. */
export const configuredPepper = ({ APIKEY_PEPPER, DATA_DIR }: Settings): string | undefined =>
  APIKEY_PEPPER ?? existingSecret(DATA_DIR, PEPPER_FILE)
