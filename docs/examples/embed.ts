/** Shortlink inside another program, on SQLite, without a server. */
import { setTimeout } from 'node:timers/promises'
import { anonymous, resolveLink, ShortlinkError } from '@shortlink/core'
import { openShortlink } from '@shortlink/hosts'

// Takes the settings of docs/settings.md and creates a missing folder.
const shortlink = await openShortlink({ DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt' })

// Creates an account, also with SIGNUP=closed. Store its id with your own user.
const account = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
const { id } = await shortlink.as(anonymous).createAccount(account)
const ada = shortlink.as(id)

// Calls throw a ShortlinkError for an error that the caller can handle.
const link = await ada.createLink({ target: 'https://example.com/a/long/way', slug: 'hello' })
try {
  await ada.createLink({ target: 'https://example.com', slug: 'hello' })
} catch (error) {
  if (!(error instanceof ShortlinkError)) throw error
  console.log(link.slug, error.type)
}

// The same calls under `safe` return a Result of neverthrow instead.
const page = await ada.safe.getBioPage({ slug: 'ada' })
console.log(page.isErr() ? page.error.type : page.value.title)

// Resolves from memory once the link is cached, and records the visit in the background.
const visitor = {
  ip: '192.0.2.7',
  userAgent: 'curl/8.5',
  referrer: null,
  acceptLanguage: null,
  query: '',
  counts: true,
  isPrivate: false,
}
const resolution = await resolveLink(shortlink.ports, 'sho.rt', 'hello', visitor)
if (resolution.kind === 'redirect') console.log(resolution.location)

// Visits are stored in batches, so totals follow a moment later.
while ((await ada.linkAnalytics()).totalClicks === 0) await setTimeout(20)
console.log((await ada.getLink({ id: link.id })).hitCount)
await shortlink.close()
