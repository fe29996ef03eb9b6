export interface WebhooksTable {
  id: string
  owner: string
  url: string
  /** Event names. */
  events: string
  enabled: number
  secret_version: number
  previous_secret_until: number | null
  /** Failed events in a row. */
  failures: number
  created_at: number
}

export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  event: string
  /** The event as JSON text. */
  data: string
  status: string
  response: string | null
  attempts: number
  /** Attempts since the event was queued or replayed. */
  step: number
  /** When it is attempted next, or its lease ends; null when it is finished. */
  due_at: number | null
  created_at: number
}
