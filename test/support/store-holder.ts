/** Opens the SQLite file of the first argument, inserts a link with the slug of the second, reports it and stays open. */
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { newLink } from '../../core/contracts/samples.ts'

const [file = '', slug = ''] = process.argv.slice(2)
const store = await openSqliteStore({ file })
await newLink(store, { slug })
console.log(slug)
setInterval(() => {}, 60_000)
