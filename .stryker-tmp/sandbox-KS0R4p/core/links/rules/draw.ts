/**
 * 0 to 99, evenly spread over visitors and the same at every visit of one: what percent rules share out without a cookie.
 * The parts are hashed by 32-bit FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, RFC 9923) over UTF-16 code units, then stirred by the
 * finalizer of MurmurHash3 (A. Appleby, public domain), since FNV alone leaves like texts with like remainders.
 */
export function drawOf(link: string, ip: string, userAgent: string | null): number {
  const hash = absorb(absorb(absorb(FNV_OFFSET, link), ip), userAgent ?? '')
  return stir(hash) % 100
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

function absorb(seed: number, text: string): number {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  // A mark that no code unit equals, so that moving a character from one part to the next changes the hash.
  return Math.imul(hash ^ 0x1ffff, FNV_PRIME)
}

function stir(hash: number): number {
  let bits = hash ^ (hash >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
