/** Shortlink with a replaced resolver, a decorated store collection and a shorter job interval. */
import { anonymous } from '@shortlink/core'
import { withCollections } from '@shortlink/core/adapter'
import { openShortlink } from '@shortlink/hosts'
import { okAsync } from 'neverthrow'

const records: string[] = []
const rechecked = Promise.withResolvers<void>()
const settings = { DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt', DEFAULT_PLAN: 'PRO' }

const shortlink = await openShortlink(settings, (root) =>
  root
    // Returns these TXT records for every name, without DNS queries.
    .replace('dns', { txt: () => okAsync(records) })
    // Replaces one method of one collection, also inside transactions.
    .decorate('store', (store) =>
      withCollections(store, ({ domains }) => ({
        domains: { ...domains, listUnchecked: (...args) => domains.listUnchecked(...args).finally(rechecked.resolve) },
      })),
    )
    // Runs the background jobs more often; by default, domains are rechecked every 10 minutes.
    .decorate('jobs', (jobs) => jobs.map((job) => ({ ...job, everyMs: 100 }))),
)

const account = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
const ada = shortlink.as((await shortlink.as(anonymous).createAccount(account)).id)
const { id, txtToken } = await ada.addDomain({ hostname: 'go.example.com' })
records.push(`shortlink-verify=${txtToken}`)
console.log((await ada.verifyDomain({ id })).verified)
await rechecked.promise
console.log('rechecked')
await shortlink.close()
