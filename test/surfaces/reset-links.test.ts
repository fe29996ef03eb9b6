import { describe, expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { ask, newAccount } from '../support/api.ts'
import { startTestServer, surfaceDatabases, testEnvironment } from '../support/server.ts'

const USE =
  'mutation ($token: String!, $newPassword: String!) { useResetLink(token: $token, newPassword: $newPassword) }'
const LOG_IN = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'

describe.each(surfaceDatabases(import.meta.url))('reset links over %s', (database) => {
  it('an operator’s link sets a password for one of two racing requests, and ends the sessions', async () => {
    const environment = await testEnvironment(database)
    const server = await startTestServer({ settings: environment })
    onTestFinished(() => server.close('the test is over'))
    const account = await newAccount(server.url)
    const made = await runInProcess(environment, ['user', 'reset-link', account.email, '--json'])
    const { url, email } = JSON.parse(made.stdout)
    expect(email).toBe(account.email)
    expect((await account.ask('{ getUserInfo { id } }')).data.getUserInfo.id).toBe(account.id)

    const token = new URL(url).hash.slice(1)
    const passwords = ['seven quiet rivers', 'eight quiet rivers']
    const answers = await Promise.all(passwords.map((newPassword) => ask(server.url, USE, { token, newPassword })))
    const isDone = answers.map(({ data }) => data?.useResetLink === true)
    expect(isDone.toSorted()).toEqual([false, true])
    expect(answers.flatMap(({ errors }) => errors)).toMatchObject([
      { message: 'Reset link not found', extensions: { code: 'NOT_FOUND' } },
    ])
    expect((await account.ask('{ getUserInfo { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    const password = passwords[isDone.indexOf(true)]
    expect((await ask(server.url, LOG_IN, { email, password })).errors).toEqual([])
  })
})
