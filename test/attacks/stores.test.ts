import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { launchServer, spawnServer, testEnvironment } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

it('a first start on a full disk leaves no empty secret behind, and the next start makes whole ones', async ({
  skip,
}) => {
  const disk = smallDisk() ?? skip('only root may mount a disk')
  const { APIKEY_PEPPER: _pepper, JWT_SECRET: _secret, ...given } = await testEnvironment('sqlite')
  const environment = { ...given, DATA_DIR: disk.folder }
  disk.fill()
  const refused = launchServer(environment)
  expect(await once(refused.process, 'close')).toEqual([1, null])
  expect(refused.log()).toContain('cannot be written (ENOSPC)')
  expect(readdirSync(disk.folder)).toEqual(['ballast'])

  disk.free()
  await spawnServer(environment)
  expect(readdirSync(disk.folder)).toEqual(expect.arrayContaining(['apikey-pepper', 'jwt-secret']))
})
