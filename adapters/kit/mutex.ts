import { Limiter, type QueueBounds } from './limiter.ts'

/** Admits one caller at a time. */
export class Mutex extends Limiter {
  constructor(bounds?: QueueBounds) {
    super(1, bounds)
  }
}
