import type { Clock } from '@shortlink/core/ports'
import type { JSONWebKeySet, LocalJWKSet } from 'jose'
import { z } from 'zod'
import { type IssuerFetch, readDocument } from './read-document.ts'

/** The keys and endpoints of an issuer. */
export interface Issuer {
  readonly keys: LocalJWKSet
  readonly userinfo?: string | undefined
}

export interface IssuerDocuments {
  /** The issuer, from the cache where possible; undefined while it is unreachable. */
  get(): Promise<Issuer | undefined>
  /** The same after a key was not found: fetched again, unless the last fetch was less than {@link RETRY_MS} ago. */
  renew(): Promise<Issuer | undefined>
}

export interface DocumentParts extends IssuerFetch {
  readonly issuer: string
  readonly clock: Clock
  /** A fetch failed. */
  readonly onError: (error: unknown) => void
}

/** Documents are fetched again after this time. */
const FRESH_MS = 10 * 60_000
/** While the issuer is unreachable, they are used for this time. */
const USABLE_MS = 60 * 60_000
/** The least time between two fetches, whether or not the first succeeded. */
const RETRY_MS = 30_000

/** Keeps the documents of an issuer in memory. Callers share one fetch, and only the first one of a process waits for it. */
export function issuerDocuments(parts: DocumentParts): IssuerDocuments {
  const { clock, onError } = parts
  let known: { readonly issuer: Issuer; readonly fetchedAt: number } | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | undefined

  function fetchUnlessJustTried(): Promise<void> {
    if (fetching === undefined && clock.now() - triedAt >= RETRY_MS) {
      triedAt = clock.now()
      fetching = fetchIssuer(parts)
        .then((issuer) => {
          known = { issuer, fetchedAt: clock.now() }
        }, onError)
        .finally(() => {
          fetching = undefined
        })
    }
    return fetching ?? Promise.resolve()
  }

  const ageMs = () => (known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.fetchedAt)
  const usable = () => (ageMs() < USABLE_MS ? known?.issuer : undefined)

  return {
    async get() {
      const fetched = ageMs() < FRESH_MS ? undefined : fetchUnlessJustTried()
      if (usable() === undefined) await fetched
      return usable()
    },
    async renew() {
      await fetchUnlessJustTried()
      return usable()
    },
  }
}

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

async function fetchIssuer(parts: DocumentParts): Promise<Issuer> {
  const { jwks_uri, userinfo_endpoint } = await discover(parts)
  const { keys } = Keys.parse(await readDocument(parts, jwks_uri))
  // A static import would split the chunks that a start loads.
  const { createLocalJWKSet } = await import('jose')
  return { keys: createLocalJWKSet({ keys } as JSONWebKeySet), userinfo: userinfo_endpoint }
}

/** Reads the metadata of the issuer, as an OAuth server (RFC 8414) or else as an OpenID provider. */
async function discover(parts: DocumentParts) {
  const read = async (url: string) => {
    const metadata = Metadata.parse(await readDocument(parts, url))
    if (metadata.issuer === parts.issuer) return metadata
    throw new Error(`${url} names the issuer ${metadata.issuer}, so OAUTH_ISSUER must be exactly that`)
  }
  const [oauth, openid] = metadataUrls(parts.issuer)
  return read(oauth).catch(() => read(openid))
}

/** Where an issuer has its metadata. Only OAuth puts the well-known part before the path. */
function metadataUrls(issuer: string): readonly [string, string] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}
