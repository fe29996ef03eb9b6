/** Opaque ids. The brand keeps one record's id from being handed over as another's; at run time they are strings. */
type Id<Of extends string> = string & { readonly __id: Of }

export type UserId = Id<'user'>
export type LinkId = Id<'link'>
export type ApiKeyId = Id<'api-key'>
export type DomainId = Id<'domain'>
export type BioPageId = Id<'bio-page'>
export type BioLinkId = Id<'bio-link'>
export type WebhookId = Id<'webhook'>
export type EventId = Id<'event'>
/** Names one event on its way to one webhook; sent along as `webhook-id`. */
export type DeliveryId = Id<'delivery'>
/** A 63-bit integer in decimal: it orders by time and is unique across replicas. */
export type HitId = Id<'hit'>
