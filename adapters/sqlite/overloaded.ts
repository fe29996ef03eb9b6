import { StoreBusy } from '@shortlink/core/adapter'

/** The error of a caller for which the database has no room. */
export const overloaded = (reason: string) => new StoreBusy(`The database is overloaded: ${reason}`)
