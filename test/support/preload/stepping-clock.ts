/** Runs before a server, in each of its threads: the clock is off by as many milliseconds as the file CLOCK_FILE says, from the moment it does. */
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
