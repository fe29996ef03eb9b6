import { type App, anonymous, permitCertificate } from '@shortlink/core'
import { type HttpReply, type HttpRequest, text } from './http-message.ts'
import { isEqual } from './secret-equal.ts'

/**
 * Tells a reverse proxy whether it may get a certificate for a hostname, as Caddy's `on_demand_tls` asks:
 * `GET /internal/tls-check?domain=HOST`, 200 or not. With a secret, only who knows it is told.
 */
export const createTlsCheck =
  (app: App, secret: string | undefined) =>
  async ({ query, header }: HttpRequest): Promise<HttpReply> => {
    if (secret !== undefined && !isEqual(header('x-tls-check-secret') ?? '', secret)) return text(403, 'Forbidden')
    const permitted = await app.run(permitCertificate, anonymous, { hostname: query.get('domain') ?? '' })
    if (permitted.isOk()) return text(200, 'OK')
    return permitted.error.type === 'unavailable' ? text(503, 'Try again') : text(404, 'Unknown domain')
  }
