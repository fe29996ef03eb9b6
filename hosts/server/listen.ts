import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { Log } from '../kit/log.ts'

type PortSetting = 'PORT' | 'INTERNAL_PORT'

/** Resolves when the server listens. Rejects with one line that names the setting of the port. */
export async function listen(server: Server, log: Log, setting: PortSetting, port: number, host: string) {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(error, setting, port, host)
  }
  // A connection that cannot be accepted, as when file descriptors run out, must not end the process.
  server.on('error', (err) => log.error({ err }, 'a connection could not be accepted'))
}

/** Listens on the port for a moment and returns it, for 0 the one that was free. Rejects as {@link listen} does. */
export async function assertPortIsFree(setting: PortSetting, port: number, host: string): Promise<number> {
  const probe = createServer((socket) => void socket.destroy())
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
  } catch (error) {
    throw cannotListen(error, setting, port, host)
  }
  const found = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
  return found
}

/** Hints for error codes that need more explanation. */
const HINTS: Readonly<Record<string, string>> = {
  EADDRINUSE: ': another program uses the port',
  EACCES: ': this user has no permission',
}

const cannotListen = (cause: unknown, setting: PortSetting, port: number, host: string) => {
  const { code = '' } = cause as NodeJS.ErrnoException
  return new Error(`Cannot listen on HOST ${host}, ${setting} ${port} (${code})${HINTS[code] ?? ''}`, { cause })
}
