import type { Timer } from '@shortlink/core/ports'
import { systemTimers } from '../kit/timers.ts'

/** A timer of Node, which goes by the machine's steady clock. */
export const systemTimer: Timer = systemTimers.once
