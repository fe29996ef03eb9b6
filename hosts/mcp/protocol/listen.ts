import { EVENT_STREAM_HEADERS, openEventStream } from '../../http/response/event-stream.ts'
import { named } from './session-responses.ts'
import type { Session, Sessions } from './sessions.ts'
import { createStreams } from './streams.ts'

/** Open streams of a session: more than one only while a client reconnects before its old connection has timed out. */
const STREAMS_PER_SESSION = 4

/** Opens event streams, which stay silent until the session ends. */
export function createListen(sessions: Sessions): (session: Session) => Response {
  const streams = createStreams()
  return (session) => {
    const { stream, end } = openEventStream({
      isAlive: () => sessions.has(session),
      onEnd() {
        session.streams.delete(end)
        forget()
      },
    })
    const forget = streams.add(session.userId, end)
    session.streams.add(end)
    const [oldest] = session.streams
    if (session.streams.size > STREAMS_PER_SESSION) oldest?.()
    return named(session, new Response(stream, { headers: EVENT_STREAM_HEADERS }))
  }
}
