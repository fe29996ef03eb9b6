/** Shortlink's GraphQL endpoint and redirect in a Hono app, beside routes of its own. */
import { type HttpBindings, serve } from '@hono/node-server'
import { openShortlink } from '@shortlink/hosts'
import { graphqlHandler, redirectHandler } from '@shortlink/hosts/http'
import { Hono } from 'hono'

const port = Number(process.env.PORT ?? 3000)
const shortlink = await openShortlink({ DATA_DIR: process.argv[2] ?? './data', BASE_URL: `http://localhost:${port}` })
const graphql = graphqlHandler(shortlink)
const redirect = redirectHandler(shortlink)

const app = new Hono<{ Bindings: HttpBindings }>()
  .get('/', (context) => context.text('My own page'))
  .all('/api/graphql', ({ req, env }) => graphql(req.raw, env.incoming.socket.remoteAddress ?? ''))
  // Also handles HEAD, which redirects without recording a hit.
  .get('/go/:slug', ({ req, env }) => redirect(req.raw, req.param('slug'), env.incoming.socket.remoteAddress ?? ''))

const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => console.log('listening'))

process.once('SIGTERM', () => {
  server.close(async () => {
    // Stores pending visits.
    await shortlink.close()
    process.exit(0)
  })
})
