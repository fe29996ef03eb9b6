import { pathOf } from '../api/errors.ts'

/** Validation errors of a webhook, by field. */
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
