/** Shortlink with a replaced resolver, a decorated store collection and a shorter job interval. */
import { addDomain, anonymous, onBehalfOf, signUp, verifyDomain } from '@shortlink/core'
import { withCollections } from '@shortlink/core/adapter'
import { openShortlink } from '@shortlink/hosts'
import { okAsync } from 'neverthrow'

const records: string[] = []
const rechecked = Promise.withResolvers<void>()
const settings = { DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt', DEFAULT_PLAN: 'PRO' }

const { app, close } = await openShortlink(settings, (root) =>
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

const ada = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
const caller = onBehalfOf((await app.run(signUp, anonymous, ada))._unsafeUnwrap().user.id)
const { id, txtToken } = (await app.run(addDomain, caller, { hostname: 'go.example.com' }))._unsafeUnwrap()
records.push(`shortlink-verify=${txtToken}`)
console.log((await app.run(verifyDomain, caller, { id }))._unsafeUnwrap().verified)
await rechecked.promise
console.log('rechecked')
await close()
