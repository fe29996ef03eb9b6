/** Shortlink inside another program, on SQLite, without a server. */
import { anonymous, createLink, linkAnalytics, onBehalfOf, resolveLink, signUp } from '@shortlink/core'
import { openShortlink } from '@shortlink/hosts'

// Takes the settings of docs/settings.md and creates a missing folder.
const { app, ports, close } = await openShortlink({ DATA_DIR: process.argv[2] ?? './data', BASE_URL: 'https://sho.rt' })

// Use cases return a Result: Ok with plain data, or Err with an error that the caller can handle.
const ada = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }
const account = (await app.run(signUp, anonymous, ada))._unsafeUnwrap()
const caller = onBehalfOf(account.user.id)

const link = (
  await app.run(createLink, caller, { target: 'https://example.com/a/long/way', slug: 'hello' })
)._unsafeUnwrap()
const again = await app.run(createLink, caller, { target: 'https://example.com', slug: 'hello' })
console.log(link.slug, again.isErr() && again.error.type)

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
console.log(await resolveLink(ports, 'sho.rt', 'hello', visitor))

// Visits are stored in batches: wait for them before reading totals.
await ports.hitRecorder.flushed()
console.log((await app.run(linkAnalytics, caller, {}))._unsafeUnwrap().totalClicks)
await close()
