import type { Resolution } from '@shortlink/core'
import { respond } from '../response/responses.ts'
import { type AnswerSettings, linkAnswer } from './link-answers.ts'

/** The response of `linkAnswer`, for servers that speak the Fetch API. */
export function linkResponse(
  resolution: Resolution,
  accept: string | null | undefined,
  settings: AnswerSettings,
): Response {
  const { status, headers, body } = linkAnswer(resolution, accept, settings)
  const response = respond(body, { status })
  for (let at = 0; at < headers.length; at += 2) response.headers.set(headers[at] as string, headers[at + 1] as string)
  return response
}
