import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'

/** The status of a request with a Host of one's own, which fetch does not allow. */
const statusAt = (host: string, url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

it.each(['mount.ts', 'fastify.ts'])('the example %s answers 400 to a Host header that is no host', async (example) => {
  const port = await freePort()
  const words = ['--conditions=@shortlink/source', `docs/examples/${example}`, temporaryFolder()]
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${port}/go/hello`
  expect(await statusAt('a b', url)).toBe(400)
  expect(await statusAt('someone@example.com', url)).toBe(400)
  expect(await statusAt(`localhost:${port}`, url)).toBe(404)
})
