import type { Link } from '@shortlink/core'
import { type Selectable, sql } from 'kysely'
import type { LinksTable } from '../tables/links.ts'

/** The target and rules of a link, as its owner set them. */
type Served = Pick<Link, 'target' | 'rules'>

/** Whether visitors need more than target and rules to be served, which replicas of version 0.1.0 do not know. */
const needsGuard = ({
  startsAt,
  expiresAt,
  maxVisits,
  hasPassword,
  enabled,
}: Pick<Link, 'startsAt' | 'expiresAt' | 'maxVisits' | 'hasPassword' | 'enabled'>) =>
  startsAt !== null || expiresAt !== null || maxVisits !== null || hasPassword || !enabled

/**
 * The columns of target and rules. For a guarded link these are empty for replicas of earlier versions, which would serve it to every
 * visitor.
 */
export function servedColumns(link: Parameters<typeof needsGuard>[0] & Served) {
  const { target, rules } = link
  return needsGuard(link)
    ? { target: '', rules: '[]', guarded: JSON.stringify({ target, rules }) }
    : { target, rules: JSON.stringify(rules), guarded: null }
}

/** Whether its owner set rules, which end the JSON of a guarded link. */
export const HAS_RULES = sql<boolean>`(case
  when guarded is null then coalesce(guarded_rules, rules) <> '[]'
  else guarded not like '%"rules":[]}' end)`

/** The target and rules that a row holds. */
export const parseGuarded = (guarded: string): Served => JSON.parse(guarded)

/** The target that its owner set, even if the link is closed. */
export const targetOf = ({
  target,
  guarded_target,
  guarded,
}: Pick<Selectable<LinksTable>, 'target' | 'guarded_target' | 'guarded'>) =>
  guarded === null ? (guarded_target ?? target) : parseGuarded(guarded).target
