import type { AddressGuard } from '@shortlink/core/ports'
import { isHttpsOrLoopback } from '../clients.ts'

/** Fetches a document of the issuer: over https, or from the own machine, and only from addresses that the guard of outside calls accepts. */
export interface IssuerFetch {
  readonly addressGuard: AddressGuard
  /** Checks each IP address before it connects, has a timeout and a limit of bytes, and follows no redirects. */
  readonly fetch: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
}

/**
 * The JSON value at a URL of the issuer.
 * @throws {Error} when the URL is not allowed, no document comes in time, it is too long, or is no JSON.
 */
export async function readDocument(
  { addressGuard, fetch }: IssuerFetch,
  url: string,
  headers?: Readonly<Record<string, string>>,
): Promise<unknown> {
  if (!isHttpsOrLoopback(new URL(url))) throw new Error(`${url} must be https, or http on the own machine`)
  const objection = await addressGuard.objection(url)
  if (objection !== undefined) throw new Error(`${url}: ${objection}`)
  const response = await fetch(url, headers)
  if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}`)
  return response.json()
}
