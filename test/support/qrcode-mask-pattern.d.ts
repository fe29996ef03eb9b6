declare module 'qrcode/lib/core/mask-pattern.js' {
  import type { BitMatrix } from 'qrcode'

  export function applyMask(mask: number, code: BitMatrix): void
  export function getPenaltyN1(code: BitMatrix): number
  export function getPenaltyN2(code: BitMatrix): number
  export function getPenaltyN3(code: BitMatrix): number
}
