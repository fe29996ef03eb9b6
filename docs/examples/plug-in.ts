/** Shortlink with its links in a key-value store and everything else in its own database. */
import { localSink } from '@shortlink/adapters/hits'
import { anonymous, resolveLink } from '@shortlink/core'
import { withCollections, withPublished } from '@shortlink/core/adapter'
import { openShortlink } from '@shortlink/hosts'
import { keyValueLinks } from './key-value-links.ts'
import { memoryKeyValue } from './memory-key-value.ts'

const settings = { DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt' }

const shortlink = await openShortlink(settings, (root) =>
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

const account = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
const ada = shortlink.as((await shortlink.as(anonymous).createAccount(account)).id)
const visitor = {
  ip: '192.0.2.7',
  userAgent: 'curl/8.5',
  referrer: null,
  acceptLanguage: null,
  query: '',
  counts: true,
  isPrivate: false,
}
/** The URL that the visitor is redirected to, or the reason why there is none. */
async function visit() {
  const resolution = await resolveLink(shortlink.ports, 'sho.rt', 'hello', visitor)
  return resolution.kind === 'redirect' ? resolution.location : resolution.kind
}

const link = { target: 'https://example.com/a', slug: 'hello' }
const { id } = await ada.createLink(link)
console.log(await visit())
await ada.updateLink({ id, target: 'https://example.com/b' })
console.log(await visit())
await shortlink.ports.hitRecorder.flushed()
console.log((await ada.linkAnalytics()).totalClicks)
await ada.deleteLink({ id })
console.log(await visit())
await shortlink.close()
