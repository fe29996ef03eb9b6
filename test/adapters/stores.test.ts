import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { closingContract, firstAccountContract, storeContract } from '@shortlink/core/contracts'
import { afterAll, beforeAll, describe } from 'vitest'
import { emptyPostgresDatabase } from '../support/databases.ts'

describe('memory', () => {
  const open = async () => openMemoryStore()
  storeContract(open)
  firstAccountContract(open)
  closingContract(open)
})

describe('sqlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shortlink-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  storeContract(() => openSqliteStore({ file: join(folder, 'shortlink.db') }), { hasInsertAlone: true })
  const openEmpty = () => openSqliteStore({ file: join(folder, 'empty.db'), exclusive: false })
  firstAccountContract(openEmpty, openEmpty)
  closingContract(() => openSqliteStore({ file: join(folder, 'closing.db') }))
})

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
