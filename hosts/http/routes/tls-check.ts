import { type App, anonymous } from '@shortlink/core'
import { permitCertificate } from '@shortlink/core/host'
import { queryOf } from '../request/query.ts'
import { text } from '../response/responses.ts'
import { isEqual } from '../secret-equal.ts'

/**
 * Responds to a reverse proxy's request for permission to get a certificate for a hostname, as with Caddy's `on_demand_tls`:
 * `GET /internal/tls-check?domain=HOST`, 200 if permitted. With a secret, callers must send it in `x-tls-check-secret`.
 */
export const createTlsCheck =
  (app: App, secret: string | undefined) =>
  async (request: Request): Promise<Response> => {
    if (secret !== undefined && !isEqual(request.headers.get('x-tls-check-secret') ?? '', secret)) {
      return text(403, 'Forbidden')
    }
    const hostname = new URLSearchParams(queryOf(request)).get('domain') ?? ''
    const permitted = await app.run(permitCertificate, anonymous, { hostname })
    if (permitted.isOk()) return text(200, 'OK')
    return permitted.error.type === 'unavailable' ? text(503, 'Try again') : text(404, 'Unknown domain')
  }
