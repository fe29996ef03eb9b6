import type { Ports } from '../../ports.ts'

/** Well above the length of any token. */
export const MAX_TOKEN_LENGTH = 200

/** The ports that find a share by its token. */
export interface SharePorts extends Pick<Ports, 'clock' | 'digest'> {
  readonly store: Pick<Ports['store'], 'statShares'>
}

/** Finds a share that has not expired by the token in its URL. Reads the store, so that a revoked one is never found. */
export async function findShare({ store, clock, digest }: SharePorts, token: string) {
  return token.length > MAX_TOKEN_LENGTH ? undefined : store.statShares.find(digest(token), clock.now())
}

/** The id of a share with a password, which counts guesses; undefined if there is none to guess. */
export async function shareWithPassword(ports: SharePorts, token: string): Promise<string | undefined> {
  const share = await findShare(ports, token)
  return share?.passwordHash == null ? undefined : share.id
}

/** The origins that may embed the page of a share; none for an unknown one. */
export const embeddingOrigins = async (ports: SharePorts, token: string): Promise<readonly string[]> =>
  (await findShare(ports, token))?.origins ?? []
