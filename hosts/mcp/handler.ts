import type { Handler } from '../http/handler.ts'
import { type AdmissionParts, admitted } from './protocol/admission.ts'
import type { PostParts } from './protocol/answer-post.ts'
import type { McpCall, McpLimits } from './protocol/call.ts'
import { isModernRevision } from './protocol/eras/era.ts'
import { createListen } from './protocol/listen.ts'
import { rejection } from './protocol/messages.ts'
import { createPost } from './protocol/post.ts'
import { inSession } from './protocol/session-responses.ts'
import { createSessions, type Session } from './protocol/sessions.ts'

export interface McpHandlerParts
  extends Omit<AdmissionParts, 'limits'>,
    Omit<PostParts, 'limits' | 'clock' | 'blocklist'> {
  /** Sessions expire after this time without a request. */
  readonly sessionTtlMs: number
  /** Without them there are no limits. */
  readonly limits?: McpLimits
  /** The challenge of {@link McpHandler.handleSignIn}. */
  readonly signIn?: string
}

export interface McpHandler {
  readonly handle: Handler
  /** The same for clients that sign in: a request without a credential learns where. */
  readonly handleSignIn: Handler
  /** Ends every session and its open streams, so that a server can close. */
  close(): void
  /** Number of open sessions. */
  sessionCount(): number
}

/** The MCP endpoint (Streamable HTTP). Each request is checked by itself: its host and origin, its key, and whether the user owns the session. */
export function createMcpHandler(parts: McpHandlerParts): McpHandler {
  const { clock, blocklist } = parts.ports
  const sessions = createSessions(clock, { ttlMs: parts.sessionTtlMs })
  const post = createPost({ ...parts, clock, blocklist }, sessions)
  const listen = createListen(sessions)

  async function serve(call: McpCall): Promise<Response> {
    const { method } = call.request
    if (method === 'POST') return post(call)
    // The modern era has no sessions, so nothing to listen to or to end.
    if (isModernRevision(call.request.headers.get('mcp-protocol-version'))) return notAllowed('POST')
    if (method === 'GET') return inSession(sessions, call, listen)
    if (method === 'DELETE') return inSession(sessions, call, end)
    return notAllowed('GET, POST, DELETE')
  }

  function end(session: Session): Response {
    sessions.end(session)
    return new Response(null)
  }

  const { signIn, ...others } = parts
  const handle = admitted(others, serve)
  return {
    handle,
    handleSignIn: signIn === undefined ? handle : admitted(parts, serve),
    close: sessions.endAll,
    sessionCount: sessions.count,
  }
}

const notAllowed = (allow: string) => rejection(405, 'Method not allowed', { headers: { allow } })
