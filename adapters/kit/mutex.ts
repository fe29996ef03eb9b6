import { Limiter, type QueueBounds } from './limiter.ts'

/** Lets one caller in at a time. */
export class Mutex extends Limiter {
  constructor(bounds?: QueueBounds) {
    super(1, bounds)
  }
}
