import { createApiKey, createApp, revokeApiKey, type User } from '@shortlink/core'
import { newLink } from '@shortlink/core/contracts'
import { newUser, type TestPorts } from '../../support/ports.ts'

export const CONTEXT = { clientIp: '192.0.2.1', host: 'own', params: {} } as const

/** An account with a link and an API key, and a request of it. */
export async function keyHolder(ports: TestPorts) {
  const [app, user] = [createApp(ports), await newUser(ports)]
  const { secret, apiKey } = (await app.run(createApiKey, user, { label: 'k' }))._unsafeUnwrap()
  const link = await newLink(ports.store, { owner: user.userId })
  const request = (path: string) => new Request(`https://sho.rt${path}`, { headers: { 'x-api-key': secret } })
  return { app, user, link, request, revoke: () => app.run(revokeApiKey, user as User, { id: apiKey.id }) }
}
