import { openMemoryStore } from '@shortlink/adapters/memory'
import { storeContract } from '@shortlink/core/contracts'
import { describe } from 'vitest'

describe('memory', () => storeContract(async () => openMemoryStore()))
