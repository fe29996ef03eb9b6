import { billingOff } from '@shortlink/adapters/payments'
import type { CheckoutRequest, Payments } from '@shortlink/core/ports'
import { ResultAsync } from 'neverthrow'
import type { Outside, Services, Starting } from './outside.ts'

/** A payment provider that opens one page for each idempotency token. */
export class PaymentPages implements Outside {
  readonly #pages = new Map<string, string>()
  readonly #opensMs: number
  /** How many pages were opened, by account and price. */
  readonly opened = new Map<string, number>()

  /** @param opensMs how long the provider takes for each half of a call; at 0 it needs no clock */
  constructor(opensMs = 300) {
    this.#opensMs = opensMs
  }

  connect({ once }: Starting): Services {
    const wait = async () => {
      if (this.#opensMs > 0) await new Promise<void>((resolve) => void once(this.#opensMs, resolve))
    }
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
