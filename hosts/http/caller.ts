import { authenticate, type Caller } from '@shortlink/core'

/** Identifies the caller of a request by `x-api-key`, or by `Authorization: Bearer` with an API key or a session token. */
export function callerOf({ headers }: Request, ports: Parameters<typeof authenticate>[0]): Promise<Caller> {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
  return authenticate(ports, { bearer, apiKey: headers.get('x-api-key') || undefined })
}
