import { describe, expect, it } from 'vitest'
import type { QrStyleId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import type { QrDesign, SavedQrStyle } from '../qr/styles/saved-qr-style.ts'
import { NOON, newOwner, unique } from './samples.ts'

const PLAIN: QrDesign = {
  color: '#000000',
  bgColor: '#ffffff',
  ecc: 'M',
  margin: 4,
  roundness: 0,
  logo: null,
  frame: 'NONE',
  caption: null,
}
const RICH: QrDesign = {
  color: '#102030',
  bgColor: '#fdf6ec',
  ecc: 'H',
  margin: 0,
  roundness: 40,
  logo: `data:image/png;base64,${'A'.repeat(60_000)}`,
  frame: 'FRAME',
  caption: "Scannen & 'sparen' 🌱",
}

export const qrStylesContract = (store: () => Store) =>
  describe('saved QR styles', () => {
    const newStyle = async (given: Partial<SavedQrStyle> = {}): Promise<SavedQrStyle> => {
      const style = {
        id: unique() as QrStyleId,
        owner: given.owner ?? (await newOwner(store())),
        name: 'Print',
        ...PLAIN,
        createdAt: NOON,
        ...given,
      }
      expect(await store().qrStyles.insert(style, 10)).toBe(true)
      return style
    }
    const list = async ({ owner }: SavedQrStyle) => store().qrStyles.list(owner)

    it('an account lists its own with all that was stored, oldest first, and has at most as many as allowed', async () => {
      const second = await newStyle({ createdAt: NOON + 1, ...RICH })
      const first = await newStyle({ owner: second.owner, name: "Ada's 🌱" })
      await newStyle()
      expect(await list(first)).toEqual([first, second])
      expect(await store().qrStyles.insert({ ...first, id: unique() as QrStyleId }, 2)).toBe(false)
      expect(await list(first)).toEqual([first, second])
    })

    it('only its owner replaces a style', async () => {
      const [style, other] = [await newStyle(), await newStyle()]
      const changes = { name: 'Poster', ...RICH }
      expect(await store().qrStyles.replaceOwned(other.owner, style.id, changes)).toBeUndefined()
      expect(await store().qrStyles.replaceOwned(style.owner, style.id, changes)).toEqual({ ...style, ...changes })
      expect([await list(style), await list(other)]).toEqual([[{ ...style, ...changes }], [other]])
    })

    it('only its owner deletes a style, once; deleting the account deletes it, too', async () => {
      const [style, other] = [await newStyle(), await newStyle()]
      expect(await store().qrStyles.deleteOwned(other.owner, style.id)).toBe(false)
      expect(await store().qrStyles.deleteOwned(style.owner, style.id)).toBe(true)
      expect(await store().qrStyles.deleteOwned(style.owner, style.id)).toBe(false)
      expect([await list(style), await list(other)]).toEqual([[], [other]])
      await store().users.delete(other.owner)
      expect(await list(other)).toEqual([])
    })
  })
