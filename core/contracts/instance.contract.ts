import { describe, expect, it } from 'vitest'
import type { Store } from '../ports.ts'
import { times, unique } from './samples.ts'

export const instanceContract = (store: () => Pick<Store, 'instance'>) =>
  describe('instance values', () => {
    it('an instance value is found once it is settled, case of its name included, and replaced only by replace', async () => {
      const name = unique()
      const { instance } = store()
      expect(await instance.find(name)).toBeUndefined()
      expect(await instance.settle(name, 'first')).toBe('first')
      expect(await instance.settle(name, 'second')).toBe('first')
      expect(await instance.find(name)).toBe('first')
      expect(await instance.find(name.toUpperCase())).toBeUndefined()
      await instance.replace(name, 'third')
      expect(await instance.find(name)).toBe('third')
      await instance.replace(name.toUpperCase(), 'upper')
      expect(await instance.settle(name.toUpperCase(), 'lower')).toBe('upper')
    })

    it('twenty callers that settle one instance value at the same time get the same', async () => {
      const name = unique()
      const values = await Promise.all(times(20, (n) => store().instance.settle(name, `value ${n}`)))
      expect(new Set(values).size).toBe(1)
      expect(await store().instance.find(name)).toBe(values[0])
    })
  })
