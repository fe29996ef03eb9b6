const DOT = 46
/** Slots for each name, so that at most half are in use. */
const SLOTS_PER_NAME = 2

/**
 * A set of host names in about 16 to 32 bytes per name: it keeps a 64-bit digest of each. So a name that was not added is taken for one in
 * 2^64 / size cases, which for a million names is once in 10^13 checks.
 */
export class HostSet {
  /** Pairs of digest halves; an empty slot has two zeros. */
  readonly #slots: Uint32Array
  readonly #mask: number

  /** @param capacity the most names that will be added */
  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(capacity, 1) * SLOTS_PER_NAME))
    this.#slots = new Uint32Array(2 * slots)
    this.#mask = slots - 1
  }

  /** Adds a name; with a leading dot, it stands for the name and all names below it. */
  add(name: string): void {
    let [one, other] = [SEED_ONE, SEED_OTHER]
    for (let at = name.length - 1; at >= 0; at -= 1) {
      const code = name.charCodeAt(at)
      one = nextOne(one, code)
      other = nextOther(other, code)
    }
    const [low, high] = [lowOf(one, other), highOf(one, other)]
    const slot = this.#find(low, high)
    this.#slots[slot] = low
    this.#slots[slot + 1] = high
  }

  /** Whether the host or a name above it was added. Reads the host from its end, where the names above it end, too. */
  includes(host: string): boolean {
    let [one, other] = [SEED_ONE, SEED_OTHER]
    for (let at = host.length - 1; at >= 0; at -= 1) {
      const code = host.charCodeAt(at)
      one = nextOne(one, code)
      other = nextOther(other, code)
      if (code === DOT && this.#has(one, other)) return true
    }
    return this.#has(one, other) || this.#has(nextOne(one, DOT), nextOther(other, DOT))
  }

  #has(one: number, other: number): boolean {
    return this.#slots[this.#find(lowOf(one, other), highOf(one, other)) + 1] !== 0
  }

  /** The slot of a digest, or the empty one for it. */
  #find(low: number, high: number): number {
    for (let at = low & this.#mask; ; at = (at + 1) & this.#mask) {
      const slot = 2 * at
      const found = this.#slots[slot + 1]
      if (found === 0 || (found === high && this.#slots[slot] === low)) return slot
    }
  }
}

// Two multiplicative hashes, mixed as in the finalizer of MurmurHash3 (Austin Appleby, public domain).
const SEED_ONE = 0x2f0b4a3d
const SEED_OTHER = 0x61c88647
const nextOne = (hash: number, code: number) => rotated(Math.imul(hash ^ code, 0x9e3779b1))
const nextOther = (hash: number, code: number) => rotated(Math.imul(hash ^ code, 0x5f356495))
const rotated = (hash: number) => (hash << 13) | (hash >>> 19)

const lowOf = (one: number, other: number) => mixed(one, other) >>> 0
/** Never zero, which marks an empty slot. */
const highOf = (one: number, other: number) => mixed(other ^ 0x27d4eb2f, one) >>> 0 || 1

function mixed(one: number, other: number): number {
  let hash = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
