/** Maximum number of characters of one item; a longer one is an unclosed quote. */
const MAX_ITEM = 16 * 1024 * 1024
/** Maximum number of characters to append at a time. */
const MAX_GROWTH = 8 * 1024 * 1024

/** Text that arrives in pieces, with a buffer for the unread part. */
export interface Pieces {
  readonly text: string
  /** True once no more text follows. */
  readonly isLast: boolean
  /** Drops the text before the position. */
  drop(to: number): void
  /** Doubles the buffered text, or appends at least one piece: an item that is read from its start each time takes linear time. */
  more(): Promise<void>
}

/** Buffers the unread text of a file. */
export function inPieces(source: AsyncIterator<string>): Pieces {
  let [text, isLast] = ['', false]
  return {
    get text() {
      return text
    },
    get isLast() {
      return isLast
    },
    drop: (to) => {
      text = text.slice(to)
    },
    async more() {
      const enough = text.length + Math.min(text.length, MAX_GROWTH)
      do {
        const { value, done } = await source.next()
        if (done) isLast = true
        else text += value
      } while (!isLast && text.length < enough)
    },
  }
}

/**
 * Reads one item after another: `read` gets the text and a position in it, and returns undefined if the item may continue in the next
 * piece.
 * @throws Error for an item of more than 16 million characters.
 */
export async function* itemsOf<T extends { readonly end: number }>(
  pieces: Pieces,
  read: (text: string, at: number, isLast: boolean) => T | undefined,
): AsyncGenerator<T> {
  for (let at = 0; ; ) {
    const item = at < pieces.text.length ? read(pieces.text, at, pieces.isLast) : undefined
    if (item !== undefined) {
      at = item.end
      yield item
      continue
    }
    if (pieces.isLast) return
    if (pieces.text.length - at > MAX_ITEM) throw new Error('The file has an unclosed quote')
    pieces.drop(at)
    at = 0
    await pieces.more()
  }
}
