/**
 * A server for the measurement of traces. The signal SIGUSR2 switches between redirects with and without traces, which are then compared in
 * one process: two processes differ by more than traces cost.
 */
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { startServer } from '../../hosts/server/serve.ts'

let isTraced = false
process.on('SIGUSR2', () => {
  isTraced = !isTraced
})
const server = await startServer(readSettings(process.env), createLog('warn'), {
  configure(root) {
    root.decorate('tracing', (tracing) => {
      if (tracing === undefined) throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT is required')
      return {
        ...tracing,
        redirects(plain) {
          const traced = tracing.redirects(plain)
          return (request, response) => (isTraced ? traced : plain)(request, response)
        },
      }
    })
  },
})
process.once('SIGTERM', () => server.close('SIGTERM').then(() => process.exit(0)))
