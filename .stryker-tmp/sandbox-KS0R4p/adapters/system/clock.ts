import type { Clock } from '@shortlink/core'

export const systemClock: Clock = { now: () => Date.now() }
