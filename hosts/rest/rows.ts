import { accountRoutes } from './routes/account.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { importRoutes } from './routes/imports.ts'
import { linkRoutes } from './routes/links.ts'
import { recordRoutes } from './routes/records.ts'
import { sharedRoutes } from './routes/shared.ts'
import type { Row } from './table/row.ts'

/** Every operation of the REST API. */
export const rows: readonly Row[] = [
  ...linkRoutes,
  ...importRoutes,
  ...analyticsRoutes,
  ...sharedRoutes,
  ...recordRoutes,
  ...accountRoutes,
]
