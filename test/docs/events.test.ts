import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { derivedSigner } from '@shortlink/adapters/webhooks'
import { EVENT_TYPES, type UserId } from '@shortlink/core'
import { messageOf, RETRY_SCHEDULE_MS, sampleEvent } from '@shortlink/core/adapter'
import { anEvent, aWebhook } from '@shortlink/core/contracts'
import { payloadOf } from '@shortlink/core/host'
import type { ClaimedDelivery } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'

const page = readFileSync('docs/events.md', 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code ?? '')

/** The names in JSON, without its values. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
    : typeof value

const owner = 'owner' as UserId

describe('docs/events.md', () => {
  it('docs/events.md shows messages as they are sent', () => {
    // The first message has a whole link, which the others abbreviate.
    const link = JSON.stringify(JSON.parse(blocks('json')[0] ?? '').data.link)
    const messages = blocks('json').map((json) => JSON.parse(json.replace('{…}', link)))
    const shown = Object.fromEntries(messages.map((message) => [message.type, shapeOf(message)]))
    const sent = EVENT_TYPES.map((type) => {
      const event = sampleEvent(type, { id: 'event' as never, owner, at: 0 })
      return [type, shapeOf(JSON.parse(payloadOf(event, 'https://sho.rt')))]
    })
    expect(shown).toEqual(Object.fromEntries(sent))
  })

  it('the verification in docs/events.md accepts our messages and no others', async () => {
    const file = join(temporaryFolder(), 'verify.mjs')
    writeFileSync(file, blocks('js').join('\n'))
    const { verify } = await import(file)

    const signer = derivedSigner('a pepper of tests, at least 32 bytes long')
    const webhook = aWebhook(owner, { secretVersion: 2, previousSecretUntil: Date.now() + 60_000 })
    const delivery: Pick<ClaimedDelivery, 'id' | 'webhook' | 'event'> = {
      id: 'id' as never,
      webhook,
      event: anEvent(owner),
    }
    const secret = (version: number) => signer.secret({ webhook: webhook.id, version })
    const at = (now: number) => messageOf(delivery, { signer, baseUrl: 'https://sho.rt', now })
    const { headers, body } = at(Date.now())

    expect(verify(secret(2), headers, body)).toEqual(JSON.parse(body))
    expect(verify(secret(1), headers, body)).toEqual(JSON.parse(body))
    expect(() => verify(secret(3), headers, body)).toThrow('Not signed')
    expect(() => verify(secret(2), headers, `${body} `)).toThrow('Not signed')
    expect(() => verify(secret(2), { ...headers, 'webhook-id': 'other' }, body)).toThrow('Not signed')
    expect(() => verify(secret(2), { ...headers, 'webhook-signature': 'v1,AAAA' }, body)).toThrow('Not signed')
    const old = at(Date.now() - 301_000)
    expect(() => verify(secret(2), old.headers, old.body)).toThrow('Too old')
    expect(() => verify(secret(2), { ...headers, 'webhook-timestamp': 'x' }, body)).toThrow('Too old')
  })

  it('docs/events.md shows the retry schedule in use', () => {
    const seconds = { s: 1, min: 60, h: 3600 } as const
    const [, schedule = ''] = page.match(/tried again after (.*?),\s+each/s) ?? []
    const waits = [...schedule.matchAll(/(\d+) (s|min|h)/g)].map(
      ([, count, unit]) => Number(count) * seconds[unit as keyof typeof seconds] * 1000,
    )
    expect(waits).toEqual(RETRY_SCHEDULE_MS)
  })
})
