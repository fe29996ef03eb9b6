import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

const requestOf = (slug: string) => ({
  query: `mutation { addShortlink(input: { target: "https://example.com/", shortlink: "${slug}" }) { id owner: shortUrl } }`,
})
const HEADERS = `{ 'content-type': 'application/json', 'shortlink-session': 'cookie' }`
const READ = '{ getUserInfo { email } }'

/**
 * What a hostile page tries beside forms: scripts that resolve with what they could read. `app` is the dashboard's origin, `body` a request
 * that makes a link, `address` one that asks for the user's address.
 */
export const WAYS: readonly (readonly [name: string, script: string])[] = [
  [
    'a fetch of text/plain, which needs no preflight',
    `fetch(app + '/graphql', { method: 'POST', mode: 'no-cors', credentials: 'include', body }).then((answer) => answer.text())`,
  ],
  [
    'a fetch with the header of the dashboard',
    `fetch(app + '/graphql', { method: 'POST', credentials: 'include', headers: ${HEADERS}, body }).then((answer) => answer.text(), () => '')`,
  ],
  ['a beacon', `(navigator.sendBeacon(app + '/graphql', body), '')`],
  [
    'a script whose address has the query',
    `new Promise((resolve) => {
      const script = document.createElement('script')
      script.onload = () => resolve('loaded')
      script.onerror = () => resolve('')
      script.src = address
      document.body.append(script)
    })`,
  ],
  [
    'a frame of the dashboard',
    `new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.onload = () => resolve(frame.contentDocument?.body.textContent ?? '')
      frame.src = app + '/dash'
      document.body.append(frame)
    })`,
  ],
  [
    'a window of the dashboard',
    `new Promise((resolve) => {
      const opened = open(app + '/dash')
      const look = () => {
        try {
          return opened.closed || opened.location.href !== 'about:blank' ? (opened.document?.body.textContent ?? '') : undefined
        } catch {
          return ''
        }
      }
      setInterval(() => look() !== undefined && resolve(look()), 20)
    })`,
  ],
]

/** The encodings of forms. */
export const FORMS = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']

const send = (body: string) =>
  `fetch('/graphql', { method: 'POST', headers: ${HEADERS}, body: ${body} }).then(async (answer) => answer.status + ' ' + (await answer.text()))`

/** What a page of the dashboard's own origin does: makes a link, asks who is signed in, and loads the dashboard. */
export const OWN_WAYS = {
  act: send('body'),
  read: send(JSON.stringify(JSON.stringify({ query: READ }))),
  show: `fetch('/dash').then(async (answer) => answer.status + ' ' + (await answer.text()))`,
}

/** A script in which a way finds what it needs. */
export const hostileScript = (app: string, way: string, slug: string) => `(async () => {
  const [app, body] = ${JSON.stringify([app, JSON.stringify(requestOf(slug))])}
  const address = app + '/graphql?query=' + encodeURIComponent(${JSON.stringify(READ)})
  return await (${way})
})()`

/** A script that sends a form which makes a link. */
export function hostileForm(app: string, encoding: string, slug: string): string {
  const { query } = requestOf(slug)
  // As text/plain, name and value with "=" between them are the JSON of the request.
  const [name, value] =
    encoding === 'text/plain' ? [`{"query":${JSON.stringify(query)},"rest":"`, '"}'] : ['query', query]
  return `{
    const form = document.createElement('form')
    Object.assign(form, ${JSON.stringify({ method: 'post', action: `${app}/graphql`, enctype: encoding })})
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden' }, ${JSON.stringify({ name, value })})
    form.append(input)
    document.body.append(form)
    form.submit()
  }`
}

/** An empty page at every name that leads to it. */
export interface HostilePages {
  readonly port: number
  /** Passes requests for anything but the page on to this port, with their headers: as if the name led there by now. */
  leadTo(port: number): void
  close(): void
}

export async function serveHostilePages(): Promise<HostilePages> {
  let behind = 0
  const server = createServer((request, response) => {
    if (request.url !== '/') return forward(request, response, behind)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>hostile</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      behind = port
    },
    close: () => server.close(),
  }
}

function forward(request: IncomingMessage, response: ServerResponse, port: number) {
  const { method, url: path, headers } = request
  const passed = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(passed)
}
