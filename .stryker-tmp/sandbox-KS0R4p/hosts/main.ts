import { createLog } from './log.ts'
import { startServer } from './serve.ts'
import { readSettings, SettingsError } from './settings.ts'

/** Starts the server and keeps it until a signal ends it. */
async function main() {
  const settings = readSettings(process.env)
  const log = createLog(settings.LOG_LEVEL)
  const starting = startServer(settings, log)

  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    // Whatever hangs, whoever asked for the end gets it in time.
    setTimeout(() => {
      log.fatal({ signal }, 'shutdown took too long')
      process.exit(1)
    }, settings.SHUTDOWN_TIMEOUT_MS).unref()
    starting
      .then((server) => server.close(signal))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'shutdown failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await starting
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof SettingsError ? error.exitCode : 1)
})
