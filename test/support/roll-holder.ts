/**
 * Opens the database of the first argument, and repeatedly sums visits and deletes removed records as of the instant of the second
 * argument; prints each step.
 */
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'

const [url = '', instant = ''] = process.argv.slice(2)
const store = await (url.startsWith('postgres')
  ? openPostgresStore({ url })
  : openSqliteStore({ file: url, exclusive: false }))
for (let at = Number(instant); ; at += 1) {
  for await (const _ of store.rolls.roll(at)) console.log('rolled')
  for await (const _ of store.removals.run()) console.log('removed')
  console.log('done')
}
