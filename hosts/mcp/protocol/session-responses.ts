import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import type { McpCall } from './call.ts'
import { CODES } from './eras/codes.ts'
import { rejection } from './messages.ts'
import type { Session, Sessions } from './sessions.ts'

/**
 * Serves a call in its session, if that belongs to the user. The revision header belongs to a session: `initialize` negotiates it and does
 * not read the header.
 */
export function inSession<T>(
  sessions: Sessions,
  { request, user, id }: McpCall,
  serve: (session: Session) => T,
): T | Response {
  const version = request.headers.get('mcp-protocol-version')
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const supported = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
    return rejection(400, `Unsupported protocol version; supported are ${supported}`, { id })
  }
  const sessionId = request.headers.get('mcp-session-id')
  if (sessionId === null) return rejection(400, 'Mcp-Session-Id is missing; open a session with initialize', { id })
  const session = sessions.find(sessionId, user.userId)
  return session
    ? serve(session)
    : rejection(404, 'Session not found; open one with initialize', { code: CODES.session, id })
}

/** Adds the session's id. */
export function named(session: Session, response: Response): Response {
  response.headers.set('mcp-session-id', session.id)
  return response
}
