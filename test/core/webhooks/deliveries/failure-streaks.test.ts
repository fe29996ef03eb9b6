import type { DeliveryId, WebhookId } from '@shortlink/core'
import { failureStreaks } from '@shortlink/core/adapter'
import type { DeliveryOutcome } from '@shortlink/core/ports'
import { expect, it } from 'vitest'

const outcome = (webhook: string, status: DeliveryOutcome['status'], gone = false) =>
  ({
    id: webhook as DeliveryId,
    webhook: webhook as WebhookId,
    status,
    gone,
  }) as DeliveryOutcome

it('a delivery that will be retried changes no count', () => {
  expect(failureStreaks([outcome('a', 'PENDING')])).toEqual([])
})

it('failures add up for each webhook, and a success resets the count', () => {
  const outcomes = [
    outcome('a', 'FAILED'),
    outcome('b', 'FAILED'),
    outcome('a', 'SUCCEEDED'),
    outcome('a', 'FAILED'),
    outcome('b', 'FAILED', true),
    outcome('b', 'FAILED'),
  ]
  expect(failureStreaks(outcomes)).toEqual([
    { webhook: 'a', reset: true, failures: 1, gone: false },
    { webhook: 'b', reset: false, failures: 3, gone: true },
  ])
})
