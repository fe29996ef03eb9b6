import { PEPPER, pepperDigest } from '@shortlink/core'
import { existingSecret, PEPPER_FILE } from './generated-secrets.ts'
import { createLog } from './log.ts'
import { serverParts } from './parts.ts'
import type { Settings } from './settings.ts'
import type { Inspection } from './stores.ts'

/** Result of comparing the pepper of the settings with the pepper of a database; either may be missing. */
export type PepperMatch = 'same' | 'other' | 'none configured' | 'none in the database'

/** Compares the peppers. Generates none. */
export async function comparePepper(
  settings: Settings,
  { instance }: Pick<Inspection, 'instance'>,
): Promise<PepperMatch> {
  const kept = instance[PEPPER]
  if (kept === undefined) return 'none in the database'
  const pepper = configuredPepper(settings)
  if (pepper === undefined) return 'none configured'
  const secrets = await serverParts(settings, createLog('silent'), { exclusive: false })
    .replace('pepper', pepper)
    .get('secrets')
  return secrets.equal(kept, pepperDigest({ secrets })) ? 'same' : 'other'
}

/** The pepper from the settings, or a previously generated one. */
export const configuredPepper = ({ APIKEY_PEPPER, DATA_DIR }: Settings): string | undefined =>
  APIKEY_PEPPER ?? existingSecret(DATA_DIR, PEPPER_FILE)
