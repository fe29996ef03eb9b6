import { expect, it } from 'vitest'
import { Root } from '../../../hosts/app/root.ts'

interface Parts {
  readonly port: number
  readonly host: string
  readonly url: string
  readonly server: { readonly url: string; readonly extra?: number }
}

/** A root that logs what is made and closed. */
function loggedRoot() {
  const log: string[] = []
  const made = <T>(name: string, part: T) => {
    log.push(`make ${name}`)
    return part
  }
  const closed = (name: string) => () => log.push(`close ${name}`)
  const root = new Root<Parts>()
    // Declared before what it needs, and made after it.
    .part('server', ['url'], async (url) => made('server', { url }), closed('server'))
    .part('url', ['host', 'port'], (host, port) => made('url', `http://${host}:${port}`), closed('url'))
    .part('host', [], async () => made('host', 'localhost'), closed('host'))
    .part('port', ['host'], async () => made('port', 80), closed('port'))
  return { root, log }
}

it('the compiler refuses a part that is wired to the wrong need, a wrong part and a part of another type', () => {
  const root = new Root<Parts>()
  // @ts-expect-error the port is a number
  root.part('url', ['port'], (port: string) => port)
  // @ts-expect-error there is no such part
  root.part('url', ['prot'], (port) => `${port}`)
  // @ts-expect-error the URL is a text
  root.part('url', ['port'], (port) => port)
  // @ts-expect-error two needs are given, one is wanted
  root.part('url', ['port'], (port, host) => `${host}:${port}`)
  // @ts-expect-error the port is a number
  root.replace('port', '80')
  // @ts-expect-error the host is a text
  root.decorate('host', (host) => host.length)
  root.part('url', ['host', 'port'], (host, port) => host.concat(port.toFixed()))
})

it('makes a part once, when it is first needed, and nothing that is not', async () => {
  const { root, log } = loggedRoot()
  expect(await root.get('port')).toBe(80)
  expect(log).toEqual(['make host', 'make port'])
  const [url, server] = await Promise.all([root.get('url'), root.get('server')])
  expect([url, server]).toEqual(['http://localhost:80', { url }])
  expect(log).toEqual(['make host', 'make port', 'make url', 'make server'])
})

it('closes parts in reverse order of making, once, and nothing that was not made', async () => {
  const { root, log } = loggedRoot()
  await root.get('url')
  log.length = 0
  const closing = root.close()
  await root.close()
  expect(log).toEqual(['close url', 'close port', 'close host'])
  await closing
  await expect(root.get('server')).rejects.toThrow('closed')
})

it('closes what was made when a start fails half way, also what was still being made', async () => {
  const { root, log } = loggedRoot()
  let isSlowPartClosed = false
  const { promise: slowPart, resolve: makeSlowPart } = Promise.withResolvers<number>()
  root
    .part('url', [], () => Promise.reject(new Error('no address')))
    .part(
      'port',
      ['host'],
      () => slowPart,
      () => {
        isSlowPartClosed = true
      },
    )
    .part('server', ['host', 'port', 'url'], (_host, _port, url) => ({ url }))
  await expect(root.get('server')).rejects.toThrow('no address')
  expect(log).not.toContain('close host')
  const closing = root.close()
  makeSlowPart(80)
  await closing
  expect(isSlowPartClosed).toBe(true)
  expect(log.at(-1)).toBe('close host')
})

it('closes every other part when one fails to close', async () => {
  const { root, log } = loggedRoot()
  root.part(
    'url',
    ['port'],
    () => '',
    () => Promise.reject(new Error('stuck')),
  )
  await root.get('server')
  await expect(root.close()).rejects.toThrow('stuck')
  expect(log.filter((line) => line.startsWith('close'))).toEqual(['close server', 'close port', 'close host'])
})

it('rejects with every failure when several parts fail to close', async () => {
  const { root } = loggedRoot()
  const failing = (reason: string) => async () => {
    throw new Error(reason)
  }
  root
    .part('host', [], () => 'localhost', failing('host is stuck'))
    .part('port', [], () => 80, failing('port is stuck'))
  await root.get('url')
  await expect(root.close()).rejects.toMatchObject({
    message: 'Not closed: Error: port is stuck; Error: host is stuck',
    errors: [{ message: 'port is stuck' }, { message: 'host is stuck' }],
  })
})

it('replaces a part, which is then neither made nor closed', async () => {
  const { root, log } = loggedRoot()
  expect(await root.replace('host', 'sho.rt').get('url')).toBe('http://sho.rt:80')
  await root.close()
  expect(log).toEqual(['make port', 'make url', 'close url', 'close port'])
})

it('declares a part anew, and changes a part before others get it', async () => {
  const { root } = loggedRoot()
  root
    .part('port', [], () => 8080)
    .decorate('host', (host) => host.toUpperCase())
    .decorate('host', (host) => `${host}.`)
  expect(await root.get('server')).toEqual({ url: 'http://LOCALHOST.:8080' })
})

it('changes a part that is replaced or declared anew after the change was asked for', async () => {
  const { root } = loggedRoot()
  root
    .decorate('host', (host) => host.toUpperCase())
    .replace('host', 'sho.rt')
    .decorate('port', (port) => port + 1)
    .part('port', [], () => 80)
  expect(await root.get('url')).toBe('http://SHO.RT:81')
})

it('refuses to replace parts once one was made', async () => {
  const { root } = loggedRoot()
  await root.get('host')
  expect(() => root.replace('host', 'sho.rt')).toThrow('before the first one is made')
})
