import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Opens a connection to a server until the test ends. It writes bytes unchanged: one per character. */
export async function rawConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  // The server may disconnect at any moment, which is often the behavior under test.
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends bytes and returns all data until the server closes the connection. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const socket = await rawConnection(url)
  let answer = ''
  socket.on('data', (text: string) => {
    answer += text
  })
  socket.write(bytes, 'latin1')
  await closed(socket)
  return answer
}

/** Resolves when a connection ends, no matter which side ended it, or how. */
export const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** Returns the statuses of the responses on a connection, in order. */
export const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
