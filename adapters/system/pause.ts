import { setImmediate } from 'node:timers/promises'
import type { Pause } from '@shortlink/core'

/** Resolves after a turn of the event loop, in which other work that is due runs. */
export const systemPause: Pause = () => setImmediate()
