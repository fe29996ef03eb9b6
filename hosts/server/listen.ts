import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Log } from '../log.ts'

/** Resolves when the server listens. Rejects with one line that names the setting of the port. */
export async function listen(server: Server, log: Log, setting: 'PORT' | 'INTERNAL_PORT', port: number, host: string) {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`Cannot listen on HOST ${host}, ${setting} ${port} (${code})`, { cause: error })
  }
  // A connection that cannot be accepted, as when file descriptors run out, must not end the process.
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'))
}
