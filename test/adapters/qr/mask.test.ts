import { fc, test } from '@fast-check/vitest'
import { create } from 'qrcode'
import * as library from 'qrcode/lib/core/mask-pattern.js'
import { expect } from 'vitest'
import { bestMask } from '../../../adapters/qr/mask.ts'

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7] as const

test.prop([fc.string({ minLength: 1, maxLength: 400 }), fc.constantFrom('L', 'M', 'Q', 'H')])(
  'a code gets the mask with the fewest points by the penalties of the library qrcode',
  (text, errorCorrectionLevel) => {
    const bytes = [{ data: Buffer.from(text), mode: 'byte' as const }]
    const { modules } = create(bytes, { errorCorrectionLevel, maskPattern: 0 })
    const chosen = bestMask(modules)
    const penalties = MASKS.map((mask) => {
      for (const pattern of [0, mask]) library.applyMask(pattern, modules)
      const { data } = modules
      const dark = data.reduce((sum, module) => sum + module, 0) / data.length
      const penalty =
        library.getPenaltyN1(modules) +
        library.getPenaltyN2(modules) +
        library.getPenaltyN3(modules) +
        10 * Math.floor(Math.abs(dark - 0.5) * 20)
      for (const pattern of [0, mask]) library.applyMask(pattern, modules)
      return penalty
    })
    expect(penalties[chosen]).toBe(Math.min(...penalties))
  },
)
