import { createClient } from '@redis/client'
import { rejectAfter } from '../kit/reject-after.ts'
import { TAKE_SCRIPT, TAKE_SHA } from './take-script.ts'

/** A connection to the store. It is used until its first failure. */
export interface Connection {
  /** Runs the script; rejects if the store refuses it, or does not reply in time. */
  take(keys: string[], values: string[]): Promise<readonly number[]>
  close(): void
}

interface ConnectOptions {
  readonly url: string
  /** Maximum time of a call, in milliseconds. */
  readonly timeoutMs: number
  /** Called when the open connection fails. */
  readonly onLost: (error: unknown) => void
}

/** Maximum time to connect and sign in. */
const CONNECT_TIMEOUT_MS = 1000
/** Maximum number of calls without a reply; about 5 MB. */
const MAX_WAITING = 10_000
/** A key that is written to see that the store accepts writes. */
const PROBE_KEY = 'shortlink:limit:probe'

/** Connects, and tries the script once; rejects if the store cannot be reached, refuses the user or does not run the script. */
export async function connect({ url, timeoutMs, onLost }: ConnectOptions): Promise<Connection> {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  })
  client.on('error', onLost)

  async function run(keys: string[], values: string[]): Promise<readonly number[]> {
    const given = { keys, arguments: values }
    const reply = await client.evalSha(TAKE_SHA, given).catch((error: unknown) => {
      // A store that was restarted has lost the script.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(TAKE_SCRIPT, given)
      throw error
    })
    return reply as unknown as readonly number[]
  }

  const close = () => {
    if (client.isOpen) client.destroy()
  }
  async function open() {
    await client.connect()
    await run([PROBE_KEY], ['1', '1000000', '1000'])
  }
  try {
    await within(Math.max(CONNECT_TIMEOUT_MS, timeoutMs), open())
  } catch (error) {
    close()
    throw error
  }
  return { take: (keys, values) => within(timeoutMs, run(keys, values)), close }
}

const within = <T>(timeoutMs: number, work: Promise<T>) =>
  rejectAfter(timeoutMs, work, `no reply within ${timeoutMs} ms`)
