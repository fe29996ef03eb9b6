/** Shortlink with parts of its own: a resolver, one collection of the store, and the pace of the periodic work. */
import { addDomain, anonymous, onBehalfOf, signUp, verifyDomain } from '@shortlink/core'
import { withCollections } from '@shortlink/core/adapter'
import { openShortlink } from '@shortlink/hosts'
import { okAsync } from 'neverthrow'

const records: string[] = []
const rechecked = Promise.withResolvers<void>()
const settings = { DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt', DEFAULT_PLAN: 'PRO' }

const { app, close } = await openShortlink(settings, (root) =>
  root
    // Every name has these TXT records; no name server is asked.
    .replace('dns', { txt: () => okAsync(records) })
    // One collection of the store, inside transactions too. What is not replaced stays the store's.
    .decorate('store', (store) =>
      withCollections(store, ({ domains }) => ({
        domains: { ...domains, listUnchecked: (...args) => domains.listUnchecked(...args).finally(rechecked.resolve) },
      })),
    )
    // The periodic work of the server runs here, too; domains are rechecked every 10 minutes unless a program says otherwise.
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
