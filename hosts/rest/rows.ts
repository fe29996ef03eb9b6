import { accountRoutes } from './routes/account.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { bioPageRoutes } from './routes/bio-pages.ts'
import { domainRoutes } from './routes/domains.ts'
import { importRoutes } from './routes/imports.ts'
import { keyRoutes } from './routes/keys.ts'
import { linkRoutes } from './routes/links.ts'
import { organizingRoutes } from './routes/organizing.ts'
import { qrStyleRoutes } from './routes/qr-styles.ts'
import { sharedRoutes } from './routes/shared.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import type { Row } from './table/row.ts'

/** Every operation of the REST API. */
export const rows: readonly Row[] = [
  ...linkRoutes,
  ...importRoutes,
  ...analyticsRoutes,
  ...sharedRoutes,
  ...organizingRoutes,
  ...domainRoutes,
  ...qrStyleRoutes,
  ...bioPageRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...accountRoutes,
]
