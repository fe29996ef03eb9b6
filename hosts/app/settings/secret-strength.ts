/** Kinds of characters, narrowest first, with the bits of entropy of one random character. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/^\d*$/, Math.log2(10)],
  [/^[\da-f]*$/i, 4],
  [/^[\da-z]*$/i, 5],
]
const BITS_OF_OTHERS = 6
const MIN_DISTINCT = 8

/**
 * Returns an upper bound for the bits of entropy in a secret: random characters of its kind, a repeated part
 * counted once. 0 for fewer than 8 different characters. Invented secrets have far less than the bound.
 */
export function maxEntropyBits(secret: string): number {
  if (new Set(secret).size < MIN_DISTINCT) return 0
  const [, bits] = KINDS.find(([kind]) => kind.test(secret)) ?? [undefined, BITS_OF_OTHERS]
  return bits * periodOf(secret)
}

/** Returns the length of the part that the text repeats, or the whole length if it repeats none. */
function periodOf(text: string): number {
  // For each prefix, the length of its longest border (Knuth, Morris, Pratt).
  const borders = [0]
  let border = 0
  for (let at = 1; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    if (text[at] === text[border]) border += 1
    borders.push(border)
  }
  return border * 2 >= text.length ? text.length - border : text.length
}
