import type { Ports } from '../ports.ts'

type PepperPorts = Pick<Ports, 'secrets'> & { readonly store: Pick<Ports['store'], 'instance' | 'apiKeys'> }

/** Name of the instance value that holds the digest of the pepper. */
export const PEPPER = 'pepper'

/** A text that is no API key and no idempotency record, so that its digest fits nothing else. */
const CONSTANT = 'the pepper of this instance'

/** The digest by which a pepper is recognised: a constant under the pepper, which shows nothing about it. */
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
 * Returns whether API keys made with the pepper work. For a command beside a server, whose settings may be others: an instance adopts the
 * pepper only while it has no API key yet; one that has keys waits for its server.
 */
export async function mayMakeKeys({ store, secrets }: PepperPorts): Promise<boolean> {
  if ((await store.instance.find(PEPPER)) === undefined && (await store.apiKeys.any())) return true
  return adoptPepper({ store, secrets })
}

/** Makes the pepper the instance's own, after the earlier one was lost. What was made with the earlier one does not work any more. */
export const acceptPepper = ({ store: { instance }, secrets }: PepperPorts): Promise<void> =>
  instance.replace(PEPPER, pepperDigest({ secrets }))
