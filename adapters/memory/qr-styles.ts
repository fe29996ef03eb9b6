import type { QrStyles } from '@shortlink/core/ports'
import { ownedRecords } from './owned-records.ts'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link QrStyles} in memory. */
export function memoryQrStyles(call: Call, { qrStyles }: Tables): QrStyles {
  const { updateOwned: replaceOwned, ...others } = ownedRecords(call, qrStyles)
  return { replaceOwned, ...others }
}
