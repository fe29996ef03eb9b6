import type { Secrets } from '../identity/credentials.port.ts'
import type { ApiKeys } from '../identity/keys/api-keys.port.ts'
import type { InstanceValues } from './instance-values.port.ts'

interface PepperPorts {
  readonly secrets: Secrets
  readonly store: { readonly instance: InstanceValues; readonly apiKeys: ApiKeys }
}

/** Name of the instance value that holds the digest of the pepper. */
export const PEPPER = 'pepper'

/** Text that is neither an API key nor an idempotency record, so its digest matches no other secret. */
const CONSTANT = 'the pepper of this instance'

/** The digest that identifies a pepper: a constant under the pepper, which reveals nothing about it. */
export const pepperDigest = ({ secrets }: { readonly secrets: Secrets }): string => secrets.digest(CONSTANT)

/** The same of the previous pepper; undefined without one. */
export const previousPepperDigest = ({ secrets }: { readonly secrets: Secrets }): string | undefined =>
  secrets.previousDigest?.(CONSTANT)

/** The instance's pepper as a digest: that of the process, if the instance has none. One of several processes with different peppers wins. */
const settledDigest = async ({ store: { instance }, secrets }: PepperPorts) =>
  (await instance.find(PEPPER)) ?? instance.settle(PEPPER, pepperDigest({ secrets }))

/**
 * Returns whether the pepper is the instance's own. For a server at its start: an instance without one, or with the previous pepper of the
 * server, adopts it.
 */
export async function adoptPepper(ports: PepperPorts): Promise<boolean> {
  const { store, secrets } = ports
  const [own, kept] = [pepperDigest(ports), await settledDigest(ports)]
  if (secrets.equal(kept, own)) return true
  if (kept !== previousPepperDigest(ports)) return false
  await store.instance.replace(PEPPER, own)
  return true
}

/**
 * Returns whether API keys created with the pepper work. For a command that runs next to a server and may have other settings: an instance
 * adopts the pepper only while it has no API key; an instance with keys waits for its server.
 */
export async function mayMakeKeys({ store, secrets }: PepperPorts): Promise<boolean> {
  if ((await store.instance.find(PEPPER)) === undefined && (await store.apiKeys.any())) return true
  return secrets.equal(await settledDigest({ store, secrets }), pepperDigest({ secrets }))
}

/** Makes the pepper the instance's own, after the earlier one was lost. Secrets that depend on the earlier one no longer work. */
export const acceptPepper = ({ store: { instance }, secrets }: PepperPorts): Promise<void> =>
  instance.replace(PEPPER, pepperDigest({ secrets }))
