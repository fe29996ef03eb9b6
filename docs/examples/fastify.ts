/** Shortlink's GraphQL endpoint and redirect in a Fastify app, next to its own routes. */
import { openShortlink } from '@shortlink/hosts'
import { graphqlHandler, redirectHandler } from '@shortlink/hosts/http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

const port = Number(process.env.PORT ?? 3000)
const shortlink = await openShortlink({ DATA_DIR: process.argv[2] ?? './data', BASE_URL: `http://localhost:${port}` })
const graphql = graphqlHandler(shortlink)
const redirect = redirectHandler(shortlink)

const app = Fastify()
app.get('/', async () => 'My own page')
app.register(async (scope: FastifyInstance) => {
  // The handler parses the body itself. The scope keeps Fastify's parsers for other routes.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.all('/api/graphql', (request) => graphql(toFetch(request), request.ip))
})
app.route<{ Params: { slug: string } }>({
  // Without HEAD here, Fastify handles HEAD requests as GET.
  method: ['GET', 'HEAD'],
  url: '/go/:slug',
  handler: (request) => redirect(toFetch(request), request.params.slug, request.ip),
})
// Stores pending visits.
app.addHook('onClose', () => shortlink.close())

/** Converts the request to a Fetch API Request. */
function toFetch({ url, protocol, host, method, headers, body }: FastifyRequest): Request {
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  const content = body instanceof Buffer ? new Uint8Array(body) : null
  try {
    return new Request(new URL(url, `${protocol}://${host}`), { method, headers: sent, body: content })
  } catch (cause) {
    // For example, an invalid Host header.
    throw Object.assign(new Error('Bad Request', { cause }), { statusCode: 400 })
  }
}

await app.listen({ port, host: '127.0.0.1' })
console.log('listening')
process.once('SIGTERM', () => void app.close())
