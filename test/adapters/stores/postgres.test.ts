import { openPostgresStore } from '@shortlink/adapters/postgres'
import { closingContract, firstAccountContract, storeContract } from '@shortlink/core/contracts'
import { beforeAll, describe } from 'vitest'
import { emptyPostgresDatabase } from '../../support/databases.ts'

describe('postgres', () => {
  let url: string
  let emptyUrl: string
  beforeAll(async () => {
    url = await emptyPostgresDatabase()
    emptyUrl = await emptyPostgresDatabase()
  })
  const open = () => openPostgresStore({ url })
  storeContract(open, { openReplica: open, hasInsertAlone: true })
  const openEmpty = () => openPostgresStore({ url: emptyUrl })
  firstAccountContract(openEmpty, openEmpty)
  closingContract(open)
})
