import type { OpenOAuth } from '../app/parts/types.ts'
import { errorParts } from '../http/response/error-parts.ts'

type RefusalPage = Parameters<OpenOAuth>[0]
type Refusal = Parameters<RefusalPage>[1]

const AGAIN = 'Remove the connection in the app, then connect it again.'

/** The message and the advice of each refusal. */
const WORDS: Readonly<Record<Refusal, readonly [message: string, advice: string]>> = {
  'unregistered-redirect': [
    "The app's return URL is not registered",
    `The app asked your browser to return to a URL that it never registered, so it did not get access. ${AGAIN}`,
  ],
  'unknown-app': [
    'Unknown app',
    `This server does not know the app: it was never registered, or it was removed because no one used it. ${AGAIN}`,
  ],
  'unreadable-document': [
    "The app's description is unavailable",
    'This server could not read the document that describes the app, or the document is invalid. Connect the app again in a moment. If it fails again, tell the developer of the app.',
  ],
  expired: [
    'This request has expired',
    'It was answered already, or it waited too long. Go back to the app and connect it again.',
  ],
  'other-browser': [
    'Not approved in this browser',
    'The connection was started in another browser, so the app did not get access. Go back to the app and connect it again.',
  ],
  failed: [
    'The app could not be connected',
    'Something went wrong on this server. Go back to the app and connect it again in a moment.',
  ],
  'invalid-request': [
    'The app sent an invalid request',
    'It did not get access. Update the app, then connect it again. If it fails again, tell the developer of the app.',
  ],
}

/** The page for a browser that an app has sent with a request that the authorization server refuses. */
export const refusalPage: RefusalPage = (status, refusal, code) => {
  const [message, advice] = WORDS[refusal]
  const detail = refusal === 'invalid-request' ? ` Error code: ${code}` : ''
  return errorParts('text/html', status, message, advice + detail)
}
