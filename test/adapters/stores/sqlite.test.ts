import { join } from 'node:path'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { closingContract, firstAccountContract, storeContract } from '@shortlink/core/contracts'
import { describe } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'

describe('sqlite', () => {
  const folder = temporaryFolder()
  storeContract(() => openSqliteStore({ file: join(folder, 'shortlink.db') }), { hasInsertAlone: true })
  const openEmpty = () => openSqliteStore({ file: join(folder, 'empty.db'), exclusive: false })
  firstAccountContract(openEmpty, openEmpty)
  closingContract(() => openSqliteStore({ file: join(folder, 'closing.db') }))
})
