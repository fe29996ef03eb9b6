import type { Ports } from '../ports.ts'

type PepperPorts = Pick<Ports, 'secrets'> & { readonly store: Pick<Ports['store'], 'instance' | 'apiKeys'> }

/** Name of the instance value that holds the digest of the pepper. */
export const PEPPER = 'pepper'

/** Text that is neither an API key nor an idempotency record, so its digest matches no other secret. */
const CONSTANT = 'the pepper of this instance'

/** The digest that identifies a pepper: a constant under the pepper, which reveals nothing about it. */
export const pepperDigest = ({ secrets }: Pick<Ports, 'secrets'>): string => secrets.digest(CONSTANT)

/**
 * Returns whether the pepper is the instance's own. For a server at its start: an instance without one adopts the pepper, and of servers that
 * start together with different peppers one wins.
 */
export async function adoptPepper({ store: { instance }, secrets }: PepperPorts): Promise<boolean> {
  const own = pepperDigest({ secrets })
  const kept = (await instance.find(PEPPER)) ?? (await instance.settle(PEPPER, own))
  return secrets.equal(kept, own)
}

/**
 * Returns whether API keys created with the pepper work. For a command that runs next to a server and may have other settings: an instance
 * adopts the pepper only while it has no API key; an instance with keys waits for its server.
 */
export async function mayMakeKeys({ store, secrets }: PepperPorts): Promise<boolean> {
  if ((await store.instance.find(PEPPER)) === undefined && (await store.apiKeys.any())) return true
  return adoptPepper({ store, secrets })
}

/** Makes the pepper the instance's own, after the earlier one was lost. Secrets that depend on the earlier one no longer work. */
export const acceptPepper = ({ store: { instance }, secrets }: PepperPorts): Promise<void> =>
  instance.replace(PEPPER, pepperDigest({ secrets }))
