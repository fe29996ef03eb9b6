import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { anonymous, getSubscription, onBehalfOf, signUp } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { compose } from '../../../hosts/app/composition.ts'
import { readSettings } from '../../../hosts/app/settings/settings.ts'
import { createLog } from '../../../hosts/kit/log.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { BUILT_CLI } from '../../support/start-options.ts'

describe('shortlink plan set', () => {
  it('shortlink plan set gives an account a plan and takes it back', async () => {
    const folder = temporaryFolder()
    const environment = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'links.db')}`, LOG_LEVEL: 'error' }
    const opened = () => compose(readSettings(environment), createLog('silent'))
    const set = (...args: string[]) =>
      promisify(execFile)(process.execPath, [BUILT_CLI, 'plan', 'set', ...args], {
        env: { ...bareEnvironment(), ...environment },
      })
    const first = await opened()
    const account = { name: 'Ada', email: 'ada@example.com', password: 'a password hard to guess' }
    const { user } = (await first.app.run(signUp, anonymous, account))._unsafeUnwrap()
    await first.close()
    const plan = async () => {
      const { app, close } = await opened()
      const caller = onBehalfOf(user.id)
      const standing = (await app.run(getSubscription, caller, {}))._unsafeUnwrap()
      await close()
      return standing.effectivePlan
    }

    expect((await set('ADA@example.com', 'PRO')).stdout).toBe('Changed the plan of ADA@example.com to PRO\n')
    expect(await plan()).toBe('PRO')
    await set('ada@example.com', 'FREE')
    expect(await plan()).toBe('FREE')
    await expect(set('unknown@example.com', 'PRO')).rejects.toMatchObject({
      code: 1,
      stderr: 'shortlink: no account has the email address unknown@example.com\n',
    })
    await expect(set('ada@example.com', 'GOLD')).rejects.toMatchObject({ stderr: expect.stringContaining('PRO') })
  })
})
