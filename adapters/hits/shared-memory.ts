/** In bytes: smaller ones cost little to make anew. */
const WORTH_KEEPING = 16 * 1024
/** In bytes: what a batch of usual visits takes, and some more. */
const PIECE = 128 * 1024
/** Pieces kept at most: 8 MiB. */
const MAX_KEPT = 64

/**
 * Memory that threads share, so that handing it over copies nothing. Pieces that were given back are used again: the system takes
 * longer to hand out fresh ones than we take to fill them.
 */
export class SharedMemory {
  readonly #kept: ArrayBufferLike[] = []

  take(size: number): Buffer {
    if (size < WORTH_KEEPING || size > PIECE) return Buffer.from(new SharedArrayBuffer(size))
    return Buffer.from(this.#kept.pop() ?? new SharedArrayBuffer(PIECE), 0, size)
  }

  /** Nobody may read it any longer. */
  giveBack({ buffer }: Uint8Array) {
    if (buffer.byteLength === PIECE && this.#kept.length < MAX_KEPT) this.#kept.push(buffer)
  }
}
