import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import type { Configure } from '../../../hosts/composition.ts'
import { createLog } from '../../../hosts/log.ts'
import { startServer } from '../../../hosts/server/serve.ts'
import { readSettings } from '../../../hosts/settings.ts'
import { testEnvironment } from '../../support/server.ts'

it('a start on a taken port rejects with that, also when a part fails to close, and frees the database', async () => {
  const environment = await testEnvironment('sqlite')
  const other = createServer().listen(Number(environment.PORT), environment.HOST)
  onTestFinished(() => void other.close())
  const settings = readSettings(environment)
  const log = createLog('silent')
  const configure: Configure = (root) =>
    root.part(
      'qrCodes',
      [],
      () => ({}) as never,
      () => Promise.reject(new Error('stuck')),
    )
  await expect(startServer(settings, log, { configure })).rejects.toThrow(/PORT|taken|use/)
  other.close()
  const server = await startServer(settings, log)
  await server.close('test')
})

it('a start whose servers cannot be made frees the database', async () => {
  const settings = readSettings(await testEnvironment('sqlite'))
  const log = createLog('silent')
  const limits = new Proxy({} as never, {
    get() {
      throw new Error('no limits')
    },
  })
  await expect(startServer(settings, log, { limits })).rejects.toThrow('no limits')
  const server = await startServer(settings, log)
  await server.close('test')
})
