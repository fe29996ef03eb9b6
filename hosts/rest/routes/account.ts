import {
  deleteAccount,
  endOtherSessions,
  endSession,
  getAccount,
  getAutoRefill,
  getSubscription,
  getUsage,
  listAuditEntries,
  listPlans,
  listSessions,
  setIgnoredAddresses,
  updateAutoRefill,
} from '@shortlink/core'
import { SubscriptionSchema, shownSubscription } from '../../kit/shown-subscription.ts'
import { list, nothing, object, one, page } from '../table/answers.ts'
import { limited } from '../table/limited.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const User = shapeOf('User')

/** Operations on the caller's account. */
export const accountRoutes: readonly Row[] = [
  route('GET', '/me', getAccount, { summary: "Get the caller's account", answer: one(User) }),
  route('PATCH', '/me', setIgnoredAddresses, {
    summary: 'Set the IP addresses whose visits are not recorded',
    limit: 'bulk',
    answer: one(User),
  }),
  route('DELETE', '/me', deleteAccount, {
    summary: "Permanently delete the caller's account and all its data",
    answer: nothing,
  }),
  route('GET', '/me/sessions', listSessions, {
    summary: 'List open sessions, last used first',
    answer: list(shapeOf('Session')),
  }),
  route('DELETE', '/me/sessions/{id}', endSession, { summary: 'End a session', answer: nothing }),
  route('DELETE', '/me/sessions', endOtherSessions, {
    summary: 'End all sessions except the session of the request',
    answer: nothing,
  }),
  route('GET', '/audit', listAuditEntries, {
    summary: 'List the entries of the audit log, newest first',
    ...limited(listAuditEntries.input),
    answer: page(shapeOf('AuditEntry')),
  }),
  route('GET', '/me/usage', getUsage, { summary: "Get this month's usage", answer: one(shapeOf('UsageMeter')) }),
  route('GET', '/me/subscription', getSubscription, {
    summary: "Get the account's plan and limits",
    description: '`effectivePlan` and `entitlements` apply now; a quota of 0 is unmetered.',
    answer: object(SubscriptionSchema, shownSubscription),
  }),
  route('GET', '/plans', listPlans, { summary: 'List the available plans', answer: list(shapeOf('BillingPlan')) }),
  route('GET', '/me/auto-refill', getAutoRefill, {
    summary: 'Get the auto-refill setting',
    answer: one(shapeOf('AutoRefillSetting')),
  }),
  route('PATCH', '/me/auto-refill', updateAutoRefill, {
    summary: 'Update the auto-refill setting',
    answer: one(shapeOf('AutoRefillSetting')),
  }),
]
