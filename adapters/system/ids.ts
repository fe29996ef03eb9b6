import { randomUUID } from 'node:crypto'
import type { Clock, Ids } from '@shortlink/core/ports'
import { uuidV7 } from './uuid-v7.ts'

/** Creates ids: UUIDv7 ordered by time; token ids are random, since they must not reveal when a token was issued. */
export function uuidIds(clock: Clock): Ids {
  const fresh = <Id extends string>() => uuidV7(clock.now()) as Id
  return {
    user: fresh,
    link: fresh,
    apiKey: fresh,
    domain: fresh,
    bioPage: fresh,
    bioLink: fresh,
    webhook: fresh,
    event: fresh,
    tag: fresh,
    refillOrder: fresh,
    auditEntry: fresh,
    report: fresh,
    statShare: fresh,
    annotation: fresh,
    qrStyle: fresh,
    connectedApp: fresh,
    savedView: fresh,
    campaignTemplate: fresh,
    import: fresh,
    token: randomUUID,
  }
}
