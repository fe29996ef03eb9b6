import type { InstanceValues } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link InstanceValues} in memory. */
export const memoryInstance = (call: Call, { instance }: Tables): InstanceValues => ({
  find: (name) => call(() => instance.get(name)?.value),

  settle: (name, value) =>
    call((transaction) => {
      const kept = instance.get(name)
      if (kept === undefined) instance.put(transaction, { name, value })
      return kept?.value ?? value
    }),

  replace: (name, value) => call((transaction) => instance.put(transaction, { name, value })),
})
