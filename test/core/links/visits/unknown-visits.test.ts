import { createApp, unknownVisits } from '@shortlink/core'
import { aDomain } from '@shortlink/core/contracts'
import { anyUnknownVisits } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../../support/ports.ts'

const DAY = 86_400_000

async function fixture() {
  const ports = testPorts()
  const [owner, other] = [await newUser(ports), await newUser(ports)]
  const domain = aDomain(owner.userId, { verified: true, hostname: 'go.example' })
  ;(await ports.store.domains.insert(domain))._unsafeUnwrap()
  const day = Math.floor(ports.clock.now() / DAY) * DAY
  await ports.store.unknownVisits.count([
    { day, domain: domain.id, slug: 'sprnig', hits: 2 },
    { day, domain: null, slug: 'summre', hits: 3 },
  ])
  const app = createApp(ports)
  const slugs = async (raw: object, by = owner) =>
    (await app.run(unknownVisits, by, raw)).map((visits) => visits.map(({ slug }) => slug))
  const ofOperator = async (raw: object) =>
    (await anyUnknownVisits(ports, raw)).map((visits) => visits.map(({ slug }) => slug))
  return { ports, owner, other, slugs, ofOperator }
}

it('an account sees unknown slugs at its own domains alone, and the operator at every host', async () => {
  const { other, slugs, ofOperator, ports } = await fixture()
  expect((await slugs({}))._unsafeUnwrap()).toEqual(['sprnig'])
  expect((await slugs({ hostname: ' GO.example ' }))._unsafeUnwrap()).toEqual(['sprnig'])
  expect((await slugs({}, other))._unsafeUnwrap()).toEqual([])
  const [ownHost = ''] = ports.policy.ownHosts
  const refused = { type: 'not-found', what: 'Domain' }
  for (const hostname of [ownHost, 'unknown.example']) {
    expect((await slugs({ hostname }))._unsafeUnwrapErr()).toEqual(refused)
  }
  expect((await slugs({ hostname: 'go.example' }, other))._unsafeUnwrapErr()).toEqual(refused)
  expect((await ofOperator({}))._unsafeUnwrap()).toEqual(['summre', 'sprnig'])
  expect((await ofOperator({ hostname: ownHost }))._unsafeUnwrap()).toEqual(['summre'])
  expect((await ofOperator({ hostname: 'go.example' }))._unsafeUnwrap()).toEqual(['sprnig'])
  expect((await ofOperator({ days: 31 }))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'days' })
})
