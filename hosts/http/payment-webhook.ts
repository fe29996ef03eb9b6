import { type App, anonymous, applyPaymentEvent } from '@shortlink/core'
import { type HttpReply, type HttpRequest, json, text } from './http-message.ts'

/**
 * Receives the payment provider's events. 200 says that the event is stored, so that the provider sends anything else again: 400 for
 * what is not the provider's, 404 while billing is off.
 */
export const createPaymentWebhook =
  (app: App) =>
  async ({ header, body }: HttpRequest): Promise<HttpReply> => {
    const signature = header('stripe-signature') ?? ''
    const applied = await app.run(applyPaymentEvent, anonymous, { rawBody: await body(), signature })
    return applied.match(
      () => json(200, { received: true }),
      ({ type }) => {
        if (type === 'unavailable') return AWAY
        return type === 'billing-not-configured' ? text(404, 'Billing is not configured') : BAD
      },
    )
  }

const BAD = text(400, 'The event is not valid')
/** The provider sends the event again. */
const AWAY = text(503, 'The database is busy')
