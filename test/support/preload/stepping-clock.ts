/**
 * Runs before a server, in each of its threads: shifts the clock by the milliseconds in the file CLOCK_FILE, as soon as the file contains
 * them.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE ?? ''
const RealDate = Date
let offset = 0

setInterval(() => {
  offset = Number(readFileSync(file, 'utf8'))
}, 20).unref()

const now = () => RealDate.now() + offset

class SteppedDate extends RealDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [now()] : given) as []))
  }
  static override now = now
}
globalThis.Date = SteppedDate as DateConstructor
