import { networkOf } from '@shortlink/adapters/kit'

interface FairPlacesOptions {
  /** Responses of all networks. */
  readonly total: number
  /** Responses of one network: an IPv4 address, or the /64 of an IPv6 address. */
  readonly ofNetwork: number
}

/** Releases a place; does nothing the second time. */
export type Release = () => void

/**
 * Limits long responses, since each holds a connection. When all places are taken, a client of a network with fewer places gets the oldest
 * place of the network with most, so no network shuts out others by using many accounts.
 */
export class FairPlaces {
  readonly #options: FairPlacesOptions
  readonly #ends = new Map<string, Set<() => void>>()
  #count = 0

  constructor(options: FairPlacesOptions) {
    this.#options = options
  }

  /**
   * Takes a place for a client, or returns the reason why there is none.
   * @param end called when another client gets the place
   */
  take(clientIp: string, end: () => void): Release | 'network full' | 'all taken' {
    const { total, ofNetwork } = this.#options
    const network = networkOf(clientIp)
    const own = this.#ends.get(network) ?? new Set()
    if (own.size >= ofNetwork) return 'network full'
    if (this.#count >= total && !this.#makeRoom(own.size + 1)) return 'all taken'
    // The set needs a new function for each place, since callers may pass the same one twice.
    const place = () => end()
    this.#ends.set(network, own.add(place))
    this.#count += 1
    return () => this.#release(network, place)
  }

  /** Ends the oldest response of the network with most, if that has more than `fewer`. */
  #makeRoom(fewer: number): boolean {
    const [network, most] = [...this.#ends].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    const [oldest] = most
    if (oldest === undefined || most.size <= fewer) return false
    this.#release(network, oldest)
    oldest()
    return true
  }

  #release(network: string, place: () => void) {
    const places = this.#ends.get(network)
    if (!places?.delete(place)) return
    this.#count -= 1
    if (places.size === 0) this.#ends.delete(network)
  }
}
