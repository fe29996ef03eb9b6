import { SIGN_UP_POLICIES } from '@shortlink/core/host'
import { choice, emails, flag, token } from './setting-types.ts'

/** Who can sign up, who administers the instance, and whether visitors can report links. */
export const signUpSettings = {
  SIGNUP: choice(...SIGN_UP_POLICIES)
    .default('open')
    .describe(
      '`open`, `first` (only the first account), `invite` (with a code of `shortlink user invite`) or `closed`',
    ),
  SIGNUP_TOKEN: token()
    .optional()
    .describe(
      'token for `SIGNUP=first`, at least 16 characters; default: generated and printed at start, or none if the host of `BASE_URL` is loopback',
    ),
  ADMIN_EMAILS: emails()
    .default([])
    .describe('email addresses of [administrators](moderation.md#administrators), comma-separated'),
  ABUSE_REPORTS: flag()
    .default(false)
    .describe('serve `/report`, where visitors [report harmful links](moderation.md#abuse-reports)'),
}
