/**
 * The bucket of a visitor for percent rules, 0 to 99: uniform over visitors and constant per visitor and link, without a cookie. 32-bit
 * FNV-1a (RFC 9923) over UTF-16 code units, then the finalizer of MurmurHash3 (A. Appleby, public domain), since FNV alone gives similar
 * texts similar remainders.
 */
export function bucketOf(link: string, ip: string, userAgent: string | null): number {
  const hash = absorb(absorb(absorb(FNV_OFFSET, link), ip), userAgent ?? '')
  return finalize(hash) % 100
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

function absorb(seed: number, text: string): number {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  // A separator that no code unit equals, so that moving a character between the parts changes the hash.
  return Math.imul(hash ^ 0x1ffff, FNV_PRIME)
}

function finalize(hash: number): number {
  let bits = hash ^ (hash >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
