/** For servers and commands: jobs, authentication, operator functions and shared input schemas. */

export { DAY_MS } from './analytics/analytics.port.ts'
export { BreakdownInput, VisitConditionInput } from './analytics/analytics-input.ts'
export { embeddingOrigins, type SharePorts, shareWithPassword } from './analytics/shares/find-share.ts'
export { callerRefusal } from './app.ts'
export { admitToMcp } from './billing/admit-to-mcp.ts'
export { applyPaymentEvent } from './billing/apply-payment-event.ts'
export { fillOrders, forgetOrphans } from './billing/fill-orders.ts'
export { grantPlan } from './billing/grant-plan.ts'
export { bioLinkUrlSchema } from './bio/bio-link-url.ts'
export { recordBioView } from './bio/record-bio-view.ts'
export { addDomainOnPaidPlan } from './domains/add-domain.ts'
export { forgetHostname } from './domains/forget-hostname.ts'
export { shortName } from './domains/host-name.ts'
export { permitCertificate } from './domains/permit-certificate.ts'
export { recheckDomains } from './domains/recheck-domains.ts'
export { dryRun } from './dry-run.ts'
export { firstHitIdAt } from './hits/hit-id.ts'
export { rememberVisitorsFrom, visitorsFrom } from './hits/kept.ts'
export { type HitListener, type HitNews, type LiveHits, liveHits } from './hits/live-hits.ts'
export { continentName, countryName } from './hits/place-names.ts'
export { toHits } from './hits/record-hits.ts'
export { IdempotencyKey, REPLAY_WINDOW_MS } from './idempotency/run-once.ts'
export { replacePassword } from './identity/accounts/take-down.ts'
export { noAccessTokens } from './identity/apps/access-tokens.port.ts'
export { noAuthorizationServer } from './identity/apps/authorization-server.port.ts'
export { GRANTABLE_SCOPES } from './identity/apps/connected-app.ts'
export { authenticate, type Credentials } from './identity/authenticate.ts'
export { pepperId } from './identity/keys/pepper-id.ts'
export { attemptedAccount } from './identity/sessions/attempted-account.ts'
export {
  isSignUpOpen,
  keepSignUpToken,
  needsSignUpToken,
  SIGN_UP_POLICIES,
  type SignUpPolicy,
} from './identity/sessions/sign-up-policy.ts'
export {
  acceptPepper,
  adoptPepper,
  mayMakeKeys,
  PEPPER,
  pepperDigest,
  previousPepperDigest,
} from './instance/pepper.ts'
export { JOBS, type Job, type JobPorts, POSTPONED } from './jobs.ts'
export { limitKeyOf, refusalOf, rejected } from './kernel/caller.ts'
export { cursorInput, type KeyPosition, type Position, pageOf, toPage } from './kernel/cursor.ts'
export { type IssueWording, parseInput } from './kernel/input.ts'
export { isAmbiguousPath } from './kernel/request-path.ts'
export { busyFailure } from './kernel/store-busy.ts'
export { hasCredentials, toLocation, withoutTrailing } from './kernel/web-url.ts'
export { deleteAnyLink } from './links/delete/take-down.ts'
export { hasRules, LinkUpdate } from './links/link.ts'
export { LinkRefInput } from './links/link-ref.ts'
export { linkVersion } from './links/link-version.ts'
export { findAnyLink, type LinkAddress } from './links/lists/any-links.ts'
export { PreviewInput, UtmInput } from './links/option-inputs.ts'
export { checkRules } from './links/rules/check-rules.ts'
export { isHidden } from './links/visits/resolution.ts'
export { findLinkWithPassword, forwardsPaths, type RedirectPorts } from './links/visits/resolve-link.ts'
export { anyUnknownVisits, UnknownVisitsInput } from './links/visits/unknown-visits.ts'
export { importBlockedHosts } from './moderation/import-blocked-hosts.ts'
export { REPORT_LENGTHS, ReportInput } from './moderation/reports/report.ts'
export { reportLink } from './moderation/reports/report-link.ts'
export { payloadOf } from './webhooks/deliveries/payload.ts'
