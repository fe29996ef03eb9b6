/** The last event that changed a row. */
export interface EventOrderColumns {
  at: number
  rank: number
  event_id: string
}

export interface SubscriptionsTable extends EventOrderColumns {
  id: string
  customer: string | null
  owner: string | null
  plan: string
  status: string
  period_start: number | null
  period_end: number | null
  cancels: number
  anchor_day: number
}

export interface PaymentCustomersTable extends EventOrderColumns {
  customer: string
  /** Null when the account is deleted; then `due_at` is when to delete the customer at the provider. */
  owner: string | null
  due_at: number | null
}

export interface UsageMetersTable {
  owner: string
  period_start: number
  period_end: number
  links_created: number
  refill_links: number
  refill_count: number
}

export interface AutoRefillsTable {
  owner: string
  enabled: number
  threshold_percent: number
  pack_links: number
  max_spend: number
}

export interface RefillOrdersTable {
  id: string
  owner: string
  period_start: number
  period_end: number
  links: number
  status: string
  amount: number | null
  attempts: number
  next_attempt_at: number
  failure: string | null
  created_at: number
}
