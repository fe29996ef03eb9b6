import { z } from 'zod'
import { addressFault, isReplicable, isStoreAddress } from '../stores.ts'

/** The URL of a database; the messages do not repeat it. */
const databaseAddress = (isAccepted: (address: string) => boolean, refusal: string) =>
  z
    .string()
    .refine(isAccepted, refusal)
    .superRefine((address, context) => {
      const message = addressFault(address)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .optional()

export const databaseSettings = {
  DATABASE_URL: databaseAddress(isStoreAddress, 'must be sqlite:PATH or postgres://…').describe(
    '`sqlite:PATH` or `postgres://…`; default `sqlite:$DATA_DIR/shortlink.db`',
  ),
  DATABASE_READ_URL: databaseAddress(isReplicable, 'must be postgres://…').describe(
    '`postgres://…` of a streaming standby of `DATABASE_URL`, for lists, analytics and exports ([read replica](operating.md#read-replica))',
  ),
}

interface Addresses {
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_READ_URL?: string | undefined
}

/** Conflicts between the databases. */
export function databaseContradictions({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Addresses): string[] {
  if (readUrl === undefined) return []
  if (url === undefined || !isReplicable(url))
    return ['DATABASE_READ_URL requires DATABASE_URL=postgres://…, since SQLite has no read replicas']
  return readUrl === url ? ['DATABASE_READ_URL must differ from DATABASE_URL'] : []
}
