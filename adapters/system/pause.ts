import { setImmediate } from 'node:timers/promises'
import type { Pause } from '@shortlink/core'

/** Resolves when the event loop has run what else was due. */
export const systemPause: Pause = () => setImmediate()
