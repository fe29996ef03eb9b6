import { pathOf } from '../api/errors.ts'

/** What is wrong with a webhook, by the field that shows it. */
interface Faults {
  readonly url?: string
  readonly events?: string
  readonly other?: string
}

/** The faults of a failed write: at its field if the server names one. */
export function faultsOf(error: Error | null): Faults {
  if (error === null) return {}
  const [field] = pathOf(error)?.split('.') ?? []
  return { [field === 'url' || field === 'events' ? field : 'other']: error.message }
}
