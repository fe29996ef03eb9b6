import { openMemoryStore } from '@shortlink/adapters/memory'
import { closingContract, firstAccountContract, storeContract } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'

const open = async () => openMemoryStore()

describe('memory', () => {
  storeContract(open)
  firstAccountContract(open)
  closingContract(open)

  it('shares no collection with other stores, so that a change to one affects no other', async () => {
    const [one, other] = [await open(), await open()].map((store) => Object.values(store).filter(isObject))
    expect(one?.filter((collection) => other?.includes(collection))).toEqual([])
  })
})

const isObject = (value: unknown) => typeof value === 'object'
