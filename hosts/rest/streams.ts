import type { User } from '@shortlink/core'
import type { RequestContext } from '../http/handler.ts'
import { callerOf } from '../http/request/caller.ts'
import type { Given } from './table/input.ts'

/** A request with a streaming response. */
export interface StreamCall {
  readonly user: User
  readonly clientIp: string
  /** Whether the caller wants only the head of the response. */
  readonly isHead: boolean
  readonly accept: string | null
  /** The parameters of the query by name. */
  readonly given: Given
  readonly onEnd: RequestContext['onEnd']
  /** Whether the credential of the request still is valid, which may have been revoked while the response lasts. */
  isStillValid(): Promise<boolean>
}

/** An operation with a streaming response, which does not come from `app.run`. */
export interface StreamingRoute {
  serve(call: StreamCall): Response | Promise<Response>
  /** Ends the streams, so that a server can close. */
  end(): void
}

export const streamCall = (
  ports: Parameters<typeof callerOf>[1],
  request: Request,
  { onEnd, clientIp }: RequestContext,
  user: User,
  given: Given,
): StreamCall => ({
  user,
  clientIp,
  given,
  onEnd,
  isHead: request.method === 'HEAD',
  accept: request.headers.get('accept'),
  async isStillValid() {
    const now = await callerOf(request, ports, clientIp)
    return now.kind === 'user' && credentialId(now) === credentialId(user)
  },
})

/** Identifies a key, app or session, so that another valid credential of the request does not stand in for it. */
const credentialId = ({ via }: User) => {
  if (via.kind === 'app') return via.grantId
  return via.kind === 'api-key' ? via.keyId : via.tokenId
}
