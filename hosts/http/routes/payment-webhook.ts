import { type App, anonymous } from '@shortlink/core'
import { applyPaymentEvent } from '@shortlink/core/host'
import { readText } from '../request/request-body.ts'
import { json, text } from '../response/responses.ts'

/**
 * Receives the payment provider's events. 200 confirms that the event is stored; the provider sends the event again after anything else:
 * 400 for a body without the provider's signature, 404 while billing is off, 503 while the database is busy.
 */
export const createPaymentWebhook =
  (app: App) =>
  async (request: Request): Promise<Response> => {
    const rawBody = await readText(request)
    if (rawBody === undefined) return text(413, 'Request body too large')
    const signature = request.headers.get('stripe-signature') ?? ''
    const applied = await app.run(applyPaymentEvent, anonymous, { rawBody, signature })
    return applied.match(
      () => json(200, { received: true }),
      ({ type }) => {
        if (type === 'unavailable') return text(503, 'The database is busy')
        if (type === 'billing-not-configured') return text(404, 'Billing is not configured')
        return text(400, 'The event is not valid')
      },
    )
  }
