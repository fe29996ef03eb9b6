import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { RoutesParts } from '../../../hosts/http/routes-app.ts'
import { webHandler } from '../../../hosts/http/web-handler.ts'
import { lazily } from '../../../hosts/kit/lazily.ts'
import { serverOf } from '../../support/server-parts.ts'

const PARTS: RoutesParts = {
  routes: { '/echo': async (request) => new Response(await request.text()) },
  domainRoutes: {},
  nearbyRoutes: {},
  anyHostRoutes: {},
  hostOf: () => 'own',
  clientIp: () => '127.0.0.1',
  notFound: () => new Response(null, { status: 404 }),
  onError: () => {},
}

/** A server whose routes are loaded by the given functions, one for each load. */
async function serverLoading(...loads: (() => Promise<unknown>)[]) {
  const errors: unknown[] = []
  let count = 0
  const handler = lazily(async () => {
    await loads[count++]?.()
    return webHandler(PARTS)
  })
  const server = serverOf({ loadHandler: handler.get, onError: (error, id) => errors.push([error, id]) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/echo`
  return { errors, loadCount: () => count, post: (body: string) => fetch(url, { method: 'POST', body }) }
}

it('concurrent first requests share one load of the routes, and get their whole bodies', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { post, loadCount } = await serverLoading(() => promise)
  const bodies = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(200_000))
  const responses = bodies.map((body) => post(body))
  await expect.poll(loadCount).toBe(1)
  resolve()
  expect(await Promise.all(responses.map(async (response) => (await response).text()))).toEqual(bodies)
  expect(loadCount()).toBe(1)
})

it('a request that cannot load the routes gets a 503 and is reported, and the next request loads them again', async () => {
  const failure = new Error('no file descriptor')
  const { post, errors, loadCount } = await serverLoading(() => Promise.reject(failure))
  const refused = await post('first')
  expect(refused.status).toBe(503)
  expect(errors).toEqual([[failure, refused.headers.get('x-request-id')]])
  expect(await (await post('second')).text()).toBe('second')
  expect(loadCount()).toBe(2)
})
