import type { Clock } from '@shortlink/core/ports'

export const systemClock: Clock = { now: () => Date.now() }
