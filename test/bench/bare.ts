/** The yardstick: the least that node:http can do for a redirect. */
import { createServer } from 'node:http'

createServer((_request, response) => {
  response.writeHead(302, { Location: 'https://example.com/articles/2026/a-headline-of-some-length' })
  response.end()
}).listen(Number(process.env.PORT), '127.0.0.1')
// An orderly end, at which V8 writes its profile.
process.on('SIGTERM', () => process.exit())
