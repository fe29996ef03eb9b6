import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Period } from './period.ts'

/** Links that an account created in a month of use, and links bought beyond its allowance. */
export interface Usage {
  readonly owner: UserId
  readonly period: Period
  readonly linksCreated: number
  readonly refillLinks: number
  /** Number of packs bought. */
  readonly refillCount: number
}

export interface AutoRefill {
  readonly enabled: boolean
  /** A pack is ordered when usage reaches this share of the available links, 1–100. */
  readonly thresholdPercent: number
  readonly refillPackLinks: number
  /** Whole currency units per month of use. */
  readonly maxMonthlySpend: number
}

export const NO_AUTO_REFILL: AutoRefill = {
  enabled: false,
  thresholdPercent: 90,
  refillPackLinks: 1000,
  maxMonthlySpend: 0,
}

/** True if usage has reached the threshold for another pack. */
export const needsRefill = (
  { linksCreated, refillLinks }: Usage,
  allowance: number,
  { enabled, thresholdPercent }: AutoRefill,
) => enabled && linksCreated * 100 >= (allowance + refillLinks) * thresholdPercent

/** An order of a refill pack. An owner has at most one open or refused order per month, so that concurrent requests create one order. */
export interface RefillOrder {
  readonly id: string
  readonly owner: UserId
  readonly period: Period
  readonly links: number
  /** REFUSED orders are not tried again. CLOSED ones were refused before the owner changed the settings. */
  readonly status: 'OPEN' | 'PAID' | 'REFUSED' | 'CLOSED'
  /** Price paid, in hundredths of the currency unit; null until paid. */
  readonly amount: number | null
  readonly attempts: number
  readonly nextAttemptAt: Instant
  /** Why the last attempt failed, or why it was refused. */
  readonly failure: string | null
  readonly createdAt: Instant
}
