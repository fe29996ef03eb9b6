import { countOnOtherPepper } from '../../app/compare-pepper.ts'
import type { Settings } from '../../app/settings/settings.ts'
import type { Inspection } from '../../app/stores.ts'
import { counted } from '../table/columns.ts'

/** Says how many API keys still require the previous pepper. They move to the current one when they are used. */
export async function checkRotation(settings: Settings, { counts }: Inspection) {
  const left = counts === null ? 0 : await countOnOtherPepper(settings, counts)
  if (left === 0) return 'APIKEY_PEPPER matches the database; no API key requires APIKEY_PEPPER_PREVIOUS'
  return {
    warning: `${counted(left, 'API key')} may require APIKEY_PEPPER_PREVIOUS; each moves to APIKEY_PEPPER when it is used`,
  }
}
