import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequest } from './request-id.ts'

export type Log = Logger

interface LogOptions {
  readonly level: string
  /** `auto` is pretty on a terminal, otherwise JSON. */
  readonly format: 'auto' | 'json' | 'pretty'
  /** Standard output by default. */
  readonly stream?: NodeJS.WriteStream
}

/** Whether the log is in the format for people. */
export const isPretty = ({ format, stream = process.stdout }: Omit<LogOptions, 'level'>): boolean =>
  format === 'pretty' || (format === 'auto' && stream.isTTY)

/** Opens the log in the format for the stream. Loads the pretty printer only if needed. */
export async function openLog({ level, format, stream = process.stdout }: LogOptions): Promise<Log> {
  const destination = stream === process.stdout ? standardOutput() : stream
  if (level === 'silent' || !isPretty({ format, stream })) return createLog(level, destination)
  const { prettyStream } = await import('./pretty-log.ts')
  return createLog(level, prettyStream(destination, stream))
}

/** A log of JSON lines, on standard output by default. Fields that can hold a secret are redacted, up to two levels down. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      mixin() {
        const request = currentRequest()
        if (request === undefined) return {}
        return request.traceId === undefined
          ? { requestId: request.id }
          : { requestId: request.id, traceId: request.traceId }
      },
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination ?? standardOutput(),
  )
}

/** Maximum number of bytes that wait while standard output accepts none. */
const MAX_WAITING_BYTES = 2 ** 20

/** Lines that standard output does not accept, as a file on a full disk, are lost, and the service continues. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES })
  output.on('error', () => {})
  return output
}

const SECRETS = [
  'authorization',
  '["x-api-key"]',
  'password',
  'oldPassword',
  'newPassword',
  'passwordHash',
  'secret',
  'token',
  'digest',
  'JWT_SECRET',
  'APIKEY_PEPPER',
  'JWT_SECRET_PREVIOUS',
  'APIKEY_PEPPER_PREVIOUS',
  'DATABASE_URL',
  'RATELIMIT_STORE',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PAYMENT_SECRET_KEY',
  'PAYMENT_WEBHOOK_SECRET',
]
