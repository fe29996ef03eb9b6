import { exitCodeOf, HITS_LOST } from '../exit-code.ts'
import { isPretty, openLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { banner } from './banner.ts'
import { startServer } from './serve.ts'

/** Starts the server and keeps it until a signal ends it. */
async function main() {
  const settings = readSettings(process.env)
  const format = settings.LOG_FORMAT
  const log = await openLog({ level: settings.LOG_LEVEL, format })
  const interrupted = new AbortController()
  const starting = startServer(settings, log, {
    signal: interrupted.signal,
    ...(isPretty({ format }) && {
      announce: (url) => log.isLevelEnabled('info') && process.stdout.write(banner(settings, url)),
    }),
  })

  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    interrupted.abort()
    // Ends the process in time though a close hangs.
    setTimeout(() => {
      log.fatal({ signal }, 'shutdown took too long')
      process.exit(1)
    }, settings.SHUTDOWN_TIMEOUT_MS).unref()
    starting
      .then(async (server) => {
        await server.close(signal)
        return server.lostHits()
      })
      .then(
        (lostHits) => process.exit(lostHits === 0 ? 0 : HITS_LOST),
        (error: unknown) => {
          if (isInterruption(error)) process.exit(0)
          log.fatal({ err: error }, 'shutdown failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await starting
}

/** Whether a signal came while the start was waiting, so that there is nothing to shut down. */
const isInterruption = (error: unknown) => error instanceof Error && error.name === 'AbortError'

main().catch((error: unknown) => {
  if (isInterruption(error)) process.exit(0)
  console.error(error instanceof Error ? error.message : error)
  process.exit(exitCodeOf(error))
})
