import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../support/api.ts'
import { statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'

const MIB = 2 ** 20
const server = useTestServer()

/** Posts as much of a body of a MiB as is given. Resolves to the first status, if one comes. */
function post(body: string, localAddress = '127.0.0.2') {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: hostname, localAddress }).setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const head = `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`
  socket.write(head + body)
  const status = new Promise<number>((resolve) => {
    socket.once('data', (answer: string) => resolve(statusesOf(answer)[0] ?? 0))
  })
  return { status, end: () => void socket.destroy(), isCut: () => socket.destroyed || socket.readableEnded }
}

it('one network has at most 16 MiB of unfinished bodies under way, and others are served meanwhile', async () => {
  const unfinished = Array.from({ length: 17 }, () => post(''))
  expect(await Promise.race(unfinished.map(({ status }) => status))).toBe(429)
  expect((await ask(server.url, '{ ping }')).data).toEqual({ ping: 'pong' })
  expect(await post(' '.repeat(MIB), '127.0.0.3').status).toBe(400)

  for (const { end } of unfinished) end()
  await expect.poll(() => post(' '.repeat(MIB)).status).toBe(400)
})

it('unfinished bodies of many networks shut out no other: those that hold most give way', async () => {
  const networks = Array.from({ length: 9 }, (_, index) => `127.0.1.${index + 1}`)
  const unfinished = networks.flatMap((network) => Array.from({ length: 16 }, () => post('', network)))
  await expect.poll(() => Promise.all(unfinished.map(({ isCut }) => isCut()))).toContain(true)
  expect(await post(' '.repeat(MIB), '127.0.2.1').status).toBe(400)
  expect((await ask(server.url, '{ ping }')).data).toEqual({ ping: 'pong' })
})

it('fifty short bodies that are sent in chunks at once are read', async () => {
  const ping = () =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob(['{"query":"{ ping }"}']).stream(),
      duplex: 'half',
    } as RequestInit)
  const answers = await Promise.all(Array.from({ length: 50 }, ping))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
