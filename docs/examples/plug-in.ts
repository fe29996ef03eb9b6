/** Shortlink with its links in a key-value store and everything else in its own database. */
import { localSink } from '@shortlink/adapters/hits'
import {
  anonymous,
  createLink,
  deleteLinks,
  linkAnalytics,
  onBehalfOf,
  resolveLink,
  signUp,
  updateLinks,
} from '@shortlink/core'
import { withCollections, withPublished } from '@shortlink/core/adapter'
import { openShortlink } from '@shortlink/hosts'
import { keyValueLinks } from './key-value-links.ts'
import { memoryKeyValue } from './memory-key-value.ts'

const settings = { DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt' }

const { app, ports, close } = await openShortlink(settings, (root) =>
  root
    .decorate('store', (store) => {
      // Links that are cached for visitors are dropped when the feed reports a change.
      const linkFeed = withPublished(store.linkFeed)
      const links = keyValueLinks(memoryKeyValue(), linkFeed.publish)
      // Visits are counted where the links are. The visits themselves are not kept in this example.
      return withCollections(store, ({ hits }) => ({
        links,
        linkFeed,
        visitLimits: links.visitLimits,
        hits: { ...hits, record: links.countHits },
      }))
    })
    // The server's own worker thread writes to the database, which has none of these links.
    .part('hitSink', ['store', 'visitors', 'settings'], ({ hits }, visitors, { IP_ANONYMIZE, UNIQUE_VISITORS }) =>
      localSink({ hits, visitors, anonymize: IP_ANONYMIZE, countsVisitors: UNIQUE_VISITORS }),
    ),
)

const ada = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
const caller = onBehalfOf((await app.run(signUp, anonymous, ada))._unsafeUnwrap().user.id)
const visitor = {
  ip: '192.0.2.7',
  userAgent: 'curl/8.5',
  referrer: null,
  acceptLanguage: null,
  query: '',
  counts: true,
  isPrivate: false,
}
const visit = () => resolveLink(ports, 'sho.rt', 'hello', visitor)

const link = { target: 'https://example.com/a', slug: 'hello' }
const { id } = (await app.run(createLink, caller, link))._unsafeUnwrap()
console.log(await visit())
await app.run(updateLinks, caller, { inputs: [{ id, target: 'https://example.com/b' }] })
console.log(await visit())
await ports.hitRecorder.flushed()
console.log((await app.run(linkAnalytics, caller, {}))._unsafeUnwrap().totalClicks)
await app.run(deleteLinks, caller, { ids: [id] })
console.log(await visit())
await close()
