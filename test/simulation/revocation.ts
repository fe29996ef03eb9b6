import assert from 'node:assert/strict'
import { type ApiKeyId, deleteLink, logOut, onBehalfOf, revokeApiKey, type UserId } from '@shortlink/core'
import { authenticate } from '@shortlink/core/host'
import fc from 'fast-check'
import { aLink, anAccount, anApiKey } from '../../core/contracts/samples.ts'
import { faultSteps } from './fault-steps.ts'
import { LinkHistory, shownBy } from './link-history.ts'
import { type Invariant, type Step, step } from './model.ts'
import { plainTokens } from './plain-tokens.ts'

interface Holder {
  readonly userId: UserId
  readonly keyId: ApiKeyId
  readonly slug: string
  readonly credentials: { readonly key: { apiKey: string }; readonly session: { bearer: string } }
  /** Revocations that have been confirmed. */
  readonly revoked: Set<'key' | 'session'>
}

interface Model {
  readonly holders: readonly Holder[]
  readonly history: LinkHistory
}

const SLUGS = ['first', 'second']
const HOUR_MS = 60 * 60 * 1000
const SESSION_MS = 3 * HOUR_MS
/** A key in the form that every key has. */
const keyOf = (index: number) => `sl_live_${String(index + 1).repeat(32)}`

const place = fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: SLUGS.length - 1 }))
const holderOf = ({ holders }: Model, index: number) => {
  const holder = holders[index]
  assert(holder)
  return holder
}

const use = fc.tuple(place, fc.constantFrom('key', 'session')).map(([[index, holder], kind]) =>
  step<Model>(`use ${kind}(r${index}, ${holder})`, (model, world) => {
    const { credentials, revoked } = holderOf(model, holder)
    const isRevoked = revoked.has(kind)
    return world.start(world.replica(index), async ({ ports }) => {
      const caller = await authenticate(ports, credentials[kind])
      assert(!(isRevoked && caller.kind === 'user'), `a revoked ${kind} of ${holder} passed`)
    })
  }),
)

const revokeKey = place.map(([index, holder]) =>
  step<Model>(`revoke key(r${index}, ${holder})`, (model, world) => {
    const { userId, keyId, revoked } = holderOf(model, holder)
    return world.start(world.replica(index), async ({ app }) => {
      const done = await app.run(revokeApiKey, onBehalfOf(userId), { id: keyId })
      if (done.isOk()) revoked.add('key')
    })
  }),
)

const endSession = place.map(([index, holder]) =>
  step<Model>(`log out(r${index}, ${holder})`, (model, world) => {
    const { credentials, revoked } = holderOf(model, holder)
    return world.start(world.replica(index), async ({ app, ports }) => {
      const done = await app.run(logOut, await authenticate(ports, credentials.session), {})
      if (done._unsafeUnwrap()) revoked.add('session')
    })
  }),
)

const disable = place.map(([, holder]) =>
  step<Model>(`disable account(${holder})`, (model, world) => {
    const { userId, revoked } = holderOf(model, holder)
    return world.startCommand(async (store) => {
      await store.users.setDisabled(userId, world.clock.wall())
      revoked.add('key').add('session')
    })
  }),
)

const block = place.map(([, holder]) =>
  step<Model>(`block link(${holder})`, (model, world) =>
    world.startCommand((store) => store.links.setDisabled('', holderOf(model, holder).slug, world.clock.wall())),
  ),
)

const remove = place.map(([index, holder]) =>
  step<Model>(`delete link(r${index}, ${holder})`, (model, world) => {
    const { userId, slug } = holderOf(model, holder)
    const replica = world.replica(index)
    return world.start(replica, async ({ app }) => {
      const done = await app.run(deleteLink, onBehalfOf(userId), { slug })
      if (done.isOk()) model.history.written(replica, slug)
    })
  }),
)

const visit = place.map(([index, holder]) =>
  step<Model>(`visit(r${index}, ${holder})`, (model, world) => {
    const { slug } = holderOf(model, holder)
    const replica = world.replica(index)
    return world.start(replica, async ({ ports }) => {
      const end = model.history.beginRead(replica, slug)
      end(shownBy(await ports.servedLinks.find('', slug)))
    })
  }),
)

/** Hours pass, and each replica runs the job that forgets revocations. */
const wait = fc.constantFrom(0.5, 1, 1.5, 2).map((hours) =>
  step<Model>(`wait(${hours} hours)`, async (_model, world) => {
    // No statement or transaction takes hours.
    if (!world.isQuiet) return
    await world.clock.leap(hours * HOUR_MS)
    for (const replica of world.replicas) await world.start(replica, ({ runJob }) => runJob('forget expired tokens'))
  }),
)

/** A revoked key, a closed session and a disabled account never pass again; a blocked or deleted link passes for a second at most. */
export const revocation: Invariant<Model> = {
  name: 'revocations',
  async setup(world) {
    const { store, clock } = world
    const { digest } = world.replica(0).parts.ports.secrets
    const history = new LinkHistory(world, SLUGS)
    const holders = await Promise.all(
      SLUGS.map(async (slug, index): Promise<Holder> => {
        const account = anAccount({ id: world.ids.user() })
        const { id: userId, epoch } = account
        await store.users.insert(account)
        await store.links.insert(aLink({ id: world.ids.link(), slug, owner: userId }))
        const key = anApiKey(userId, { digest: digest(keyOf(index)) })
        await store.apiKeys.insert(key)
        const expiresAt = clock.wall() + SESSION_MS
        const claims = { userId, tokenId: world.ids.token(), epoch, issuedAt: clock.wall(), expiresAt }
        const credentials = {
          key: { apiKey: keyOf(index) },
          session: { bearer: await plainTokens.issue(claims, 'bearer') },
        }
        return { userId, keyId: key.id, slug, credentials, revoked: new Set() }
      }),
    )
    return { holders, history }
  },
  steps: [
    use,
    use,
    use,
    revokeKey,
    endSession,
    disable,
    block,
    remove,
    visit,
    visit,
    wait,
    ...(faultSteps as fc.Arbitrary<Step<Model>>[]),
  ],
  async check() {},
}
