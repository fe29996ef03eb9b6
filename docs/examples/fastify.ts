/** Shortlink's GraphQL endpoint and redirect in a Fastify app, beside routes of its own. */
import { openShortlink } from '@shortlink/hosts'
import { graphqlHandler, redirectHandler } from '@shortlink/hosts/http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

const port = Number(process.env.PORT ?? 3000)
const shortlink = await openShortlink({ DATA_DIR: process.argv[2] ?? './data', BASE_URL: `http://localhost:${port}` })
const graphql = graphqlHandler(shortlink)
const redirect = redirectHandler(shortlink)

const app = Fastify()
app.get('/', async () => 'A page of my own')
app.register(async (scope: FastifyInstance) => {
  // The handler parses the body by itself. In a scope of its own, so that other routes get objects as before.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.all('/api/graphql', (request) => graphql(toFetch(request), request.ip))
})
app.route<{ Params: { slug: string } }>({
  // Without HEAD, Fastify would send it on as GET.
  method: ['GET', 'HEAD'],
  url: '/go/:slug',
  handler: (request) => redirect(toFetch(request), request.params.slug, request.ip),
})
// Stores what is still on its way.
app.addHook('onClose', () => shortlink.close())

/** The request as the Fetch API has it; Fastify sends a Response that a route returns. */
function toFetch({ url, protocol, host, method, headers, body }: FastifyRequest): Request {
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  const content = body instanceof Buffer ? new Uint8Array(body) : null
  try {
    return new Request(new URL(url, `${protocol}://${host}`), { method, headers: sent, body: content })
  } catch (cause) {
    // Such as a Host header that is no host.
    throw Object.assign(new Error('Bad Request', { cause }), { statusCode: 400 })
  }
}

await app.listen({ port, host: '127.0.0.1' })
console.log('listening')
process.once('SIGTERM', () => void app.close())
