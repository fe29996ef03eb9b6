import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { derivedSigner } from '@shortlink/adapters/webhooks'
import type { UserId } from '@shortlink/core'
import * as core from '@shortlink/core/adapter'
import { anEvent, aWebhook } from '@shortlink/core/contracts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiError } from '../../../hosts/dash/api/errors.ts'
import { faultsOf } from '../../../hosts/dash/webhooks/faults.ts'
import { pollMs } from '../../../hosts/dash/webhooks/poll-ms.ts'
import { VERIFY } from '../../../hosts/dash/webhooks/verify-code.ts'
import { answerOf, FAILURES_TO_DISABLE, indented, stateOf } from '../../../hosts/dash/webhooks/webhook-state.ts'
import { freePort } from '../../support/free-port.ts'

const finished = (status: string, response: string | null = null) => ({ status, response })

describe('the state of a webhook', () => {
  it.each([
    ['on', true, 0, []],
    ['failing', true, 1, [finished('FAILED', 'HTTP 500')]],
    ['off', false, 0, []],
    ['off', false, 19, [finished('FAILED', 'HTTP 500\nHTTP 410')]],
    ['failed', false, 20, [finished('FAILED', 'HTTP 500')]],
    ['gone', false, 1, [finished('PENDING'), finished('FAILED', 'HTTP 410\nbye')]],
    ['off', false, 1, [finished('SUCCEEDED', 'HTTP 200'), finished('FAILED', 'HTTP 410')]],
  ] as const)('is "%s" when enabled is %s after %i failures in a row', (state, enabled, failures, deliveries) => {
    expect(stateOf({ enabled, failures }, deliveries)).toBe(state)
  })

  it('counts as many failures as core does', () => {
    expect(FAILURES_TO_DISABLE).toBe(core.FAILURES_TO_DISABLE)
  })
})

describe('the pause before deliveries are asked for again', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    [10_000, true, []],
    [10_000, true, [null]],
    [2_000, true, [null, '2026-01-01T00:01:00Z']],
    [2_000, true, ['2025-12-31T00:00:00Z']],
    [10_000, true, ['2026-01-01T00:01:01Z']],
    [10_000, false, ['2025-12-31T00:00:00Z']],
  ] as const)('is %i ms while the webhook is on (%s) and the next tries are at %j', (pauseMs, isOn, times) => {
    const deliveries = times.map((nextAttemptAt) => ({ nextAttemptAt }))
    expect(pollMs(isOn, deliveries, now)).toBe(pauseMs)
  })
})

describe('a result', () => {
  it('is a status or a reason, and the text of the answer', () => {
    expect(answerOf('HTTP 500\nfirst\nsecond')).toEqual({ line: 'HTTP 500', text: 'first\nsecond' })
    expect(answerOf('Refused: the address is not public')).toMatchObject({ text: '' })
    expect(answerOf(null)).toEqual({ line: '', text: '' })
  })

  it('of a failed write is shown at the field that the server names', () => {
    const fault = (path?: string) => new ApiError('BAD_USER_INPUT', 'wrong', path === undefined ? {} : { path })
    expect([fault('url'), fault('events.2'), fault(), null].map(faultsOf)).toEqual([
      { url: 'wrong' },
      { events: 'wrong' },
      { other: 'wrong' },
      {},
    ])
  })
})

it('a posted body is indented, and text that is no JSON stays as it is', () => {
  expect([indented('{"a":1}'), indented('<p>')]).toEqual(['{\n  "a": 1\n}', '<p>'])
})

it('the code for Node.js takes messages that are signed, and refuses all others', async () => {
  const code = Object.fromEntries(VERIFY).node
  const signer = derivedSigner('a pepper of tests, at least 32 bytes long')
  const webhook = aWebhook('owner' as UserId)
  const { headers, body } = core.messageOf(
    { id: 'id' as never, webhook, event: anEvent(webhook.owner) },
    { signer, baseUrl: 'https://sho.rt', now: Date.now() },
  )
  const port = await freePort()
  const secret = signer.secret(core.signingKey(webhook))
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', code ?? ''], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void receiver.kill())
  const post = (sent: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
  const logged = once(receiver.stdout, 'data')
  expect((await post(body)).status).toBe(204)
  expect(String(await logged)).toContain('link.created')
  expect((await post(`${body} `)).status).toBe(401)
})
