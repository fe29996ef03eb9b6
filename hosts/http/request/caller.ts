import type { Caller } from '@shortlink/core'
import { authenticate } from '@shortlink/core/host'

/** Identifies the caller of a request by `x-api-key`, or by `Authorization: Bearer` with an API key or a session token. */
export function callerOf(
  request: Request,
  ports: Parameters<typeof authenticate>[0],
  clientIp: string,
): Promise<Caller> {
  const { headers } = request
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
  return authenticate(ports, {
    bearer,
    apiKey: headers.get('x-api-key') || undefined,
    client: clientOf(request, clientIp),
  })
}

/** The program that sent a request. */
export const clientOf = ({ headers }: Request, ip: string) => ({ ip, userAgent: headers.get('user-agent') })
