import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { newAccount } from '../support/api.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { testEnvironment } from '../support/server.ts'
import { BUILT_SERVER, START_OPTIONS } from '../support/start-options.ts'

it('a log on a full disk does not end the server', async () => {
  const environment = await testEnvironment('sqlite', { LOG_LEVEL: 'debug' })
  const child = spawn(process.execPath, [...START_OPTIONS, ...BUILT_SERVER], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${environment.PORT}`
  const isAlive = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isAlive).toBe(true)
  const account = await newAccount(url)
  expect((await account.ask('{ getUserInfo { id } }')).data.getUserInfo.id).toBe(account.id)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
