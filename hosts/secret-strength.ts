/** Kinds of characters, narrowest first, with the bits that one such character has when drawn at random. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/^\d*$/, Math.log2(10)],
  [/^[\da-f]*$/i, 4],
  [/^[\da-z]*$/i, 5],
]
const BITS_OF_OTHERS = 6
const MIN_DISTINCT = 8

/**
 * Returns an upper bound for the bits of entropy in a secret: it is taken for characters of its kind drawn at random, a repeated part
 * counted once. 0 for fewer than 8 different characters. What people make up has far less than the bound.
 */
export function maxEntropyBits(secret: string): number {
  if (new Set(secret).size < MIN_DISTINCT) return 0
  const [, bits] = KINDS.find(([kind]) => kind.test(secret)) ?? [undefined, BITS_OF_OTHERS]
  return bits * periodOf(secret)
}

/** The length of the part that the text consists of when it is repeated at least twice; else the whole length. */
function periodOf(text: string): number {
  // How much of the text's start each prefix ends with (Knuth, Morris, Pratt).
  const borders = [0]
  let border = 0
  for (let at = 1; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    if (text[at] === text[border]) border += 1
    borders.push(border)
  }
  return border * 2 >= text.length ? text.length - border : text.length
}
