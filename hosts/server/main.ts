import { exitCodeOf, HITS_LOST } from '../app/exit-code.ts'
import { readSettings } from '../app/settings/settings.ts'
import { endProcess } from '../kit/end-process.ts'
import { isPretty, openLog } from '../kit/log.ts'
import { isInterruption, onStopSignal } from '../kit/stop-signals.ts'
import { banner } from './banner.ts'
import { startServer } from './serve.ts'

/** Starts the server and runs it until a signal ends it. */
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

  const stop = (signal: NodeJS.Signals) => {
    interrupted.abort()
    // Ends the process in time though a close hangs.
    setTimeout(() => {
      log.fatal({ signal }, 'shutdown took too long')
      void endProcess(1)
    }, settings.SHUTDOWN_TIMEOUT_MS).unref()
    starting
      .then(async (server) => {
        await server.close(signal)
        return server.lostHits()
      })
      .then(
        (lostHits) => endProcess(lostHits === 0 ? 0 : HITS_LOST),
        (error: unknown) => {
          if (isInterruption(error)) return endProcess(0)
          log.fatal({ err: error }, 'shutdown failed')
          return endProcess(1)
        },
      )
  }
  onStopSignal(stop)
  await starting
}

main().catch((error: unknown) => {
  // A signal came while the start was waiting, so there is nothing to shut down.
  if (isInterruption(error)) return endProcess(0)
  console.error(error instanceof Error ? error.message : error)
  return endProcess(exitCodeOf(error))
})
