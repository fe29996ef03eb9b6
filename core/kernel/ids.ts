/** An opaque id. The brand makes ids of different records incompatible types; at run time ids are strings. */
type Id<Of extends string> = string & { readonly __id: Of }

export type UserId = Id<'user'>
export type LinkId = Id<'link'>
export type ApiKeyId = Id<'api-key'>
export type DomainId = Id<'domain'>
export type BioPageId = Id<'bio-page'>
export type BioLinkId = Id<'bio-link'>
export type WebhookId = Id<'webhook'>
export type TagId = Id<'tag'>
export type ReportId = Id<'report'>
export type QrStyleId = Id<'qr-style'>
export type AnnotationId = Id<'annotation'>
export type StatShareId = Id<'stat-share'>
export type ConnectedAppId = Id<'connected-app'>
export type SavedViewId = Id<'saved-view'>
export type CampaignTemplateId = Id<'campaign-template'>
export type ImportId = Id<'import'>
/** Id of an entry of the audit log. */
export type AuditEntryId = Id<'audit-entry'>
export type EventId = Id<'event'>
/** Id of the delivery of one event to one webhook; sent as `webhook-id`. */
export type DeliveryId = Id<'delivery'>
/** A 63-bit integer in decimal, sorted by time and unique across replicas. */
export type HitId = Id<'hit'>
