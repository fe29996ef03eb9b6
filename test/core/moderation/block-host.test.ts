import { blockHost, createApp, operator } from '@shortlink/core'
import { expect, it, vi } from 'vitest'
import { testPorts } from '../../support/ports.ts'

it('a host that the operator blocks is in the log of no account', async () => {
  const ports = testPorts()
  const add = vi.spyOn(ports.store.audit, 'add')
  expect((await createApp(ports).run(blockHost, operator, { host: 'evil.example' })).isOk()).toBe(true)
  expect(add).not.toHaveBeenCalled()
})

it('a host beyond the limit of single hosts is refused', async () => {
  const ports = testPorts()
  const full = { ...ports.store, blockedHosts: { ...ports.store.blockedHosts, block: async () => false } }
  const app = createApp({ ...ports, store: { ...full, atomic: (work) => work(full) } })
  const refused = await app.run(blockHost, operator, { host: 'evil.example' })
  expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'host' })
})
