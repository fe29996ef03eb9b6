import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Period } from './period.ts'

/** How many links an account created in a month, and what was bought on top of its allowance. */
export interface Usage {
  readonly owner: UserId
  readonly period: Period
  readonly linksCreated: number
  readonly refillLinks: number
  /** In how many packs the refill was bought. */
  readonly refillCount: number
}

export interface AutoRefill {
  readonly enabled: boolean
  /** A pack is bought when use comes to this share of what is available, 1–100. */
  readonly thresholdPercent: number
  readonly refillPackLinks: number
  /** Whole currency units in a month of use. */
  readonly maxMonthlySpend: number
}

export const NO_AUTO_REFILL: AutoRefill = {
  enabled: false,
  thresholdPercent: 90,
  refillPackLinks: 1000,
  maxMonthlySpend: 0,
}

/** Whether so much use asks for another pack. */
export const wantsRefill = (
  { linksCreated, refillLinks }: Usage,
  allowance: number,
  { enabled, thresholdPercent }: AutoRefill,
) => enabled && linksCreated * 100 >= (allowance + refillLinks) * thresholdPercent

/** A pack on order. One is open or refused at a time in a month, so that racing requests order it once. */
export interface RefillOrder {
  readonly id: string
  readonly owner: UserId
  readonly period: Period
  readonly links: number
  /** Refused ones are not tried again; closed ones were refused until the owner changed what led to it. */
  readonly status: 'OPEN' | 'PAID' | 'REFUSED' | 'CLOSED'
  /** What it cost, in hundredths of the currency's unit; null until paid. */
  readonly amount: number | null
  readonly attempts: number
  readonly nextAttemptAt: Instant
  /** Why the last attempt failed, or why it was refused. */
  readonly failure: string | null
  readonly createdAt: Instant
}
