import { StoreBusy } from '@shortlink/core/adapter'

/** The error of a caller when the database has no capacity left. */
export const overloaded = (reason: string) => new StoreBusy(`The database is overloaded: ${reason}`)
