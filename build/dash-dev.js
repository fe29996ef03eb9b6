import { createServer } from 'vite'
import { viteConfig } from './dash.js'

/** The server that `npm run dev` started, or another one. */
const target = process.env.SHORTLINK_SERVER ?? `http://localhost:${process.env.PORT ?? 3000}`

const server = await createServer({
  ...viteConfig(),
  // Cookies and URLs stay on this server, so that the session has the same origin.
  server: { port: 5173, proxy: { '^/(?!dash(?:/(?!bio-preview$)|$))': { target, changeOrigin: false } } },
})
await server.listen()
console.log(`The dashboard is at ${server.resolvedUrls?.local[0]}, and asks ${target}`)
