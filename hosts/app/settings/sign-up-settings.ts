import { SIGN_UP_POLICIES } from '@shortlink/core/host'
import { choice, emails, flag, token } from './setting-types.ts'

/** Who can sign up, who administers the instance, and whether visitors can report links. */
export const signUpSettings = {
  SIGNUP: choice(...SIGN_UP_POLICIES)
    .default('open')
    .describe(
      'sign-up policy: `open`, `first` (only the first account), `invite` (with a code of `shortlink user invite`) or `closed`; `shortlink user create` always works',
    ),
  SIGNUP_TOKEN: token()
    .optional()
    .describe(
      'token for the first sign-up with `SIGNUP=first`, at least 16 characters; default: generated and printed at start, or none if the host of `BASE_URL` is loopback',
    ),
  ADMIN_EMAILS: emails()
    .default([])
    .describe(
      'email addresses of administrators, comma-separated; counts for accounts that exist at start, and no one can sign up with them ([moderation](moderation.md#administrators))',
    ),
  ABUSE_REPORTS: flag()
    .default(false)
    .describe(
      'serve the form at `/report`, with which visitors report harmful links ([moderation](moderation.md#abuse-reports))',
    ),
}
