/** Opens the SQLite file that the first argument names, inserts a link under the slug of the second, says so and stays. */
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { newLink } from '../../core/contracts/samples.ts'

const [file = '', slug = ''] = process.argv.slice(2)
const store = await openSqliteStore({ file })
await newLink(store, { slug })
console.log(slug)
setInterval(() => {}, 60_000)
