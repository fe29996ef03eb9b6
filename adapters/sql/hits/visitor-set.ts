const WORDS = 4

/** Visitors of links on days, four words each instead of an object: exact, and of a known size in memory. */
export class VisitorSet {
  #slots: Uint32Array
  readonly #visitor = new BigUint64Array(1)
  readonly #halves = new Uint32Array(this.#visitor.buffer)
  #size = 0

  /** @param room members that fit at first; the set doubles its memory when it is full */
  constructor(room = 1000) {
    this.#slots = new Uint32Array(WORDS * 2 ** Math.ceil(Math.log2(room * 1.5 + 1)))
  }

  has(day: number, linkKey: number, visitor: bigint): boolean {
    return this.#slots[this.#find(day, linkKey, visitor) + 1] !== 0
  }

  /** Whether it was not a member before. */
  add(day: number, linkKey: number, visitor: bigint): boolean {
    const at = this.#find(day, linkKey, visitor)
    if (this.#slots[at + 1] !== 0) return false
    if ((this.#size + 1) * WORDS * 1.5 > this.#slots.length) {
      this.#grow()
      return this.add(day, linkKey, visitor)
    }
    this.#size += 1
    this.#put(at, day, linkKey)
    return true
  }

  get size(): number {
    return this.#size
  }

  clear(): void {
    this.#slots.fill(0)
    this.#size = 0
  }

  #grow() {
    const before = this.#slots
    this.#slots = new Uint32Array(before.length * 2)
    for (let from = 0; from < before.length; from += WORDS) {
      const day = before[from] as number
      const linkKey = before[from + 1] as number
      if (linkKey === 0) continue
      this.#halves[0] = before[from + 2] as number
      this.#halves[1] = before[from + 3] as number
      this.#put(this.#findHalves(day, linkKey), day, linkKey)
    }
  }

  #put(at: number, day: number, linkKey: number) {
    const slots = this.#slots
    slots[at] = day
    slots[at + 1] = linkKey
    slots[at + 2] = this.#halves[0] as number
    slots[at + 3] = this.#halves[1] as number
  }

  #find(day: number, linkKey: number, visitor: bigint): number {
    this.#visitor[0] = visitor
    return this.#findHalves(day, linkKey)
  }

  /** The slot of the visitor with the two halves, or a slot with link key 0, which is free: keys start at 1. */
  #findHalves(day: number, linkKey: number): number {
    const slots = this.#slots
    const one = this.#halves[0] as number
    const other = this.#halves[1] as number
    const mask = slots.length / WORDS - 1
    const mixed = Math.imul(one ^ other ^ Math.imul(linkKey, 0x9e3779b1) ^ (day << 16), 0x85ebca6b)
    for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS
      if (slots[at + 1] === 0) return at
      if (slots[at + 2] === one && slots[at + 3] === other && slots[at + 1] === linkKey && slots[at] === day) return at
    }
  }
}

/** Clears the collection after a time, which does not keep it in memory. */
export function clearLater(collection: { clear(): void }, delayMs: number): void {
  const weak = new WeakRef(collection)
  setTimeout(() => weak.deref()?.clear(), delayMs).unref()
}
