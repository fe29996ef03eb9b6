import { setImmediate } from 'node:timers/promises'
import type { Pause } from '@shortlink/core/ports'

/** Resolves in the next turn of the event loop, after other due work. */
export const systemPause: Pause = () => setImmediate()
