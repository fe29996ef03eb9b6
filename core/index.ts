/** For callers: the app, its use cases and errors, and the entities with their rules. */
export type * from './analytics/analytics-answer.ts'
export { ANNOTATIONS_PER_ACCOUNT, type Annotation } from './analytics/annotations/annotation.ts'
export type { Breakdown, BreakdownRow } from './analytics/breakdowns.ts'
export {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_INTERVALS,
  type AnalyticsDimension,
  type AnalyticsInterval,
  BOT_FILTERS,
  type BotFilter,
  TIME_DIMENSIONS,
  type TimeDimension,
} from './analytics/dimension.ts'
export type { NewStatShare } from './analytics/shares/create-stat-share.ts'
export type { SharedAnalytics } from './analytics/shares/shared-analytics.ts'
export type { SharedVisit } from './analytics/shares/shared-visit.ts'
export { type NamedStatShare, STAT_CARDS, type StatCard, type StatShare } from './analytics/shares/stat-share.ts'
export { type App, createApp, type RunError, type RunOptions } from './app.ts'
export { type AuditEntry, RECORD_KINDS, type RecordKind, SURFACES, type Surface } from './audit/audit-entry.ts'
export type { Origin } from './audit/record.ts'
export type { PaymentEvent } from './billing/payment-event.ts'
export type { Period } from './billing/period.ts'
export {
  type BillingInterval,
  ENTITLEMENTS,
  type Entitlements,
  PLANS,
  type Plan,
  type PlanPrice,
  type SubscriptionStatus,
} from './billing/plan.ts'
export type { Subscription } from './billing/subscription.ts'
export type { AutoRefill, RefillOrder, Usage } from './billing/usage.ts'
export { type BioColors, MIN_TEXT_CONTRAST, textOn } from './bio/bio-colors.ts'
export { bioColorsInput } from './bio/bio-colors-input.ts'
export { BIO_THEMES, type BioLink, type BioPage, type BioTheme } from './bio/bio-page.ts'
export type { BioDayViews } from './bio/bio-page-views.ts'
export { BIO_LINK_SCHEMES, isBioLinkUrl } from './bio/is-bio-link-url.ts'
export { pictureOrigin } from './bio/picture-origin.ts'
export { type Client, createClient, type SafeClient } from './client.ts'
export type { Domain } from './domains/domain.ts'
export type * from './events.ts'
export { EVENT_TYPES } from './events.ts'
export type { Agent, DeviceClass, Hit, NewHit, Place, Software, Visit } from './hits/hit.ts'
export type { LinkVisits } from './hits/link-visits.ts'
export type { ListedAccount } from './identity/accounts/list-accounts.ts'
export type { ConnectedApp } from './identity/apps/connected-app.ts'
export type { ConsentRequest } from './identity/apps/get-pending-app.ts'
export type { ApiKey } from './identity/keys/api-key.ts'
export { rotateApiKey } from './identity/keys/rotate-api-key.ts'
export type { Invitation } from './identity/sessions/create-invitation.ts'
export type { ListedSession } from './identity/sessions/list-sessions.ts'
export type { Session } from './identity/sessions/session.ts'
export type { Account } from './identity/user.ts'
export {
  emptyImportReport,
  IMPORT_LOSSES,
  IMPORT_PROBLEMS,
  IMPORT_STATES,
  type Import,
  type ImportChoices,
  type ImportCount,
  type ImportDomain,
  type ImportFault,
  type ImportLoss,
  type ImportProblem,
  type ImportProgram,
  type ImportReport,
  type ImportSample,
  type ImportState,
  MAX_PART_CHARACTERS,
} from './imports/import.ts'
export type { Service } from './instance/get-service.ts'
export {
  type Administrator,
  anonymous,
  type Caller,
  type Instant,
  onBehalfOf,
  operator,
  type Role,
  scopesOf,
  type User,
} from './kernel/caller.ts'
export type { CursorPage } from './kernel/cursor.ts'
export { type DomainError, describeError, type ErrorOf, type RecordName } from './kernel/errors.ts'
export type * from './kernel/ids.ts'
export { normalizeHostname } from './kernel/normalize-hostname.ts'
export { ALL_SCOPES, hasScope, SCOPES, type Scope, type ScopeSet, scopeSet, scopesIn } from './kernel/scopes.ts'
export type { HostBlocks } from './kernel/target-hosts.ts'
export { isWebUrl } from './kernel/web-url.ts'
export type { BulkItem } from './links/bulk/bulk.ts'
export { CAMPAIGN_TEMPLATES_PER_ACCOUNT, type CampaignTemplate } from './links/defaults/campaign-template.ts'
export type { LinkDefaults } from './links/defaults/link-defaults.ts'
export type { UpsertedLink } from './links/edit/upsert-link.ts'
export type { ImportedLink } from './links/import/imported-link.ts'
export type { Link, LinkOutline } from './links/link.ts'
export {
  LINK_OPTIONS,
  type LinkOptions,
  type LinkPreview,
  mapOptions,
  NEW_OPTION_NAMES,
  type NewOption,
  OPTION_NAMES,
  type OptionKind,
  type OptionName,
  type OptionsWith,
  PLAIN_OPTIONS,
  REDIRECT_STATUSES,
  type RedirectStatus,
  type Utm,
} from './links/link-options.ts'
export { isLinkPassword } from './links/link-password.ts'
export { LINK_SORTS, LINK_STATUSES, type LinkSort, type LinkStatus, linkStatus } from './links/link-status.ts'
export type { LinkList } from './links/lists/list-links.ts'
export type { AnyLink } from './links/lists/with-owners.ts'
export { isReserved } from './links/reserved-slugs.ts'
export { type CompiledRule, type CompiledRules, compileRules, type MalformedRule } from './links/rules/compile-rules.ts'
export { pickRule } from './links/rules/evaluate-rules.ts'
export type { Facts } from './links/rules/facts.ts'
export { COUNTRIES } from './links/rules/iso-countries.ts'
export { Rule, Rules } from './links/rules/rule.ts'
export { type RuleOutcome, type RuleSimulation, simulateRules } from './links/rules/simulate-rules.ts'
export type { SimulatedVisitor } from './links/rules/simulated-facts.ts'
export { RULE_EXAMPLES } from './links/rules/vocabulary.ts'
export { shortUrl } from './links/short-url.ts'
export { isSlug } from './links/slug-form.ts'
export { type SavedView, VIEWS_PER_ACCOUNT, type ViewFilter } from './links/views/saved-view.ts'
export type { Visitor } from './links/visitor.ts'
export type * from './links/visits/resolution.ts'
export { resolveLink } from './links/visits/resolve-link.ts'
export type { VisitRequest } from './links/visits/visit-link.ts'
export { type BlockedHost, type BlockedHostSource, normalizeBlockedHost } from './moderation/blocked-host.ts'
export type { ListedReport } from './moderation/reports/list-reports.ts'
export type { Report } from './moderation/reports/report.ts'
export { contrast } from './qr/color.ts'
export type { QrCode } from './qr/make-qr-code.ts'
export type { QrStyle } from './qr/qr-style.ts'
export { isScannable } from './qr/scannable.ts'
export { QR_FRAMES, QR_STYLES_PER_ACCOUNT, type QrDesign, type SavedQrStyle } from './qr/styles/saved-qr-style.ts'
export { ShortlinkError } from './shortlink-error.ts'
export { DEFAULT_COLOR, TAG_COLORS, TAGS_PER_ACCOUNT, type Tag, type TagColor } from './tags/tag.ts'
export { isTagName, TAGS_PER_LINK } from './tags/tag-name.ts'
export { type Access, type AnyUseCase, defineUseCase, type OutputOf, type UseCase } from './use-case.ts'
export * from './use-cases.ts'
export type { DeliveryStatus, WebhookDelivery } from './webhooks/deliveries/delivery.ts'
export type { Webhook } from './webhooks/webhook.ts'
