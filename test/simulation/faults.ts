/**
 * What happens to a call of the store: it fails before or after it takes effect; its response comes late; or no response comes, before or
 * after it takes effect.
 */
export const FAULTS = ['fails before', 'fails after', 'late', 'lost before', 'lost after'] as const
export type Fault = (typeof FAULTS)[number]

/** How long a late response takes: longer than visitors wait, and shorter than a statement may take. */
export const LATE_MS = 4_000
/** When a caller without a response gives up, as the databases' drivers do. */
export const GIVE_UP_MS = 10_000

/** Why a call of the store rejected. Anything else that an operation throws is a finding. */
export class StoreFault extends Error {}

/** Faults that the next calls of a replica get, in order. */
export class Faults {
  readonly #armed: Fault[] = []
  /** Whether any call got one. */
  isUsed = false

  arm(fault: Fault) {
    this.#armed.push(fault)
  }

  take(): Fault | undefined {
    const fault = this.#armed.shift()
    if (fault) this.isUsed = true
    return fault
  }

  clear() {
    this.#armed.length = 0
  }
}
