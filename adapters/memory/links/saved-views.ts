import type { SavedViews } from '@shortlink/core/ports'
import { ownedRecords } from '../owned-records.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link SavedViews} in memory. */
export const memorySavedViews = (call: Call, { savedViews }: Tables): SavedViews => ownedRecords(call, savedViews)
