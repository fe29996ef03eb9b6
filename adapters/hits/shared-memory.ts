/** Smaller blocks cost little to allocate anew. */
const MIN_POOLED_BYTES = 16 * 1024
/** Slightly more than a batch of usual visits takes. */
const BLOCK_BYTES = 128 * 1024
/** Blocks kept at most: 8 MiB. */
const MAX_POOLED_BLOCKS = 64

/**
 * Pool of memory that threads share, so that passing a batch to a worker copies nothing. Released blocks are used again: the system
 * takes longer to allocate fresh ones than packing takes to fill them.
 */
export class SharedMemory {
  readonly #pool: ArrayBufferLike[] = []

  take(bytes: number): Buffer {
    if (bytes < MIN_POOLED_BYTES || bytes > BLOCK_BYTES) return Buffer.from(new SharedArrayBuffer(bytes))
    return Buffer.from(this.#pool.pop() ?? new SharedArrayBuffer(BLOCK_BYTES), 0, bytes)
  }

  /** Returns memory to the pool. The caller guarantees that no thread reads it any longer. */
  release({ buffer }: Uint8Array): void {
    if (buffer.byteLength === BLOCK_BYTES && this.#pool.length < MAX_POOLED_BLOCKS) this.#pool.push(buffer)
  }
}
