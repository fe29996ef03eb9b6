import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to a server, gone when the test is over. Bytes are written as they are: one a character. */
export async function rawConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  // The server may cut it at any moment, which is often what is tested.
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends bytes and gives all that is answered until the server closes the connection. */
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

/** Resolves when a connection is over, whichever side ended it, and how. */
export const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** The statuses of the answers on a connection, in order. */
export const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
