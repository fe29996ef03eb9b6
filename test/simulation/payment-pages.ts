import { billingOff } from '@shortlink/adapters/payments'
import type { CheckoutRequest, Payments } from '@shortlink/core/ports'
import { ResultAsync } from 'neverthrow'
import type { Outside, Services, Starting } from './outside.ts'

/** How long a page takes to open. */
const OPENS_MS = 300

/** A payment provider that opens one page for each idempotency token. */
export class PaymentPages implements Outside {
  readonly #pages = new Map<string, string>()
  /** How many pages were opened, by account and price. */
  readonly opened = new Map<string, number>()

  connect({ once }: Starting): Services {
    const wait = () => new Promise<void>((resolve) => void once(OPENS_MS, resolve))
    const checkout: Payments['checkout'] = (request, token) =>
      ResultAsync.fromSafePromise(
        (async () => {
          await wait()
          const url = this.#open(request, token)
          await wait()
          return { url }
        })(),
      )
    return { ports: { payments: { ...billingOff, configured: true, checkout } } }
  }

  #open({ owner, priceId }: CheckoutRequest, token = `none ${this.#pages.size}`): string {
    const known = this.#pages.get(token)
    if (known) return known
    const url = `https://pay.example/${this.#pages.size}`
    this.#pages.set(token, url)
    const key = `${owner} ${priceId}`
    this.opened.set(key, (this.opened.get(key) ?? 0) + 1)
    return url
  }
}
