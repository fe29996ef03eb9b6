import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../kernel/caller.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { requireOutboxCapacity } from '../webhooks/require-outbox-capacity.ts'
import { bulkItems, type ParsedItem, parseItems, processBulk } from './bulk.ts'
import { enqueueCreated, insertLink } from './create-link.ts'
import { NewLink } from './link.ts'
import { recallItems } from './recall-links.ts'

/** Creates several links; a failing item does not fail the others. Their events are queued together. */
export const createLinks = defineUseCase({
  name: 'createLinks',
  access: 'user',
  demand: 'creates',
  input: z.object({ inputs: bulkItems('inputs') }),
  recall: recallItems,
  prepare: ({ pause }, _caller, { inputs }) =>
    ResultAsync.fromSafePromise(inSlices(parseItems(NewLink, inputs), pause)),
  run: (ports, caller, inputs) =>
    requireOutboxCapacity(ports, caller.userId)
      .andThen(() => ports.store.atomic((store) => insertAll({ ...ports, store }, caller, inputs)))
      .andTee(() => ports.dispatcher.wake()),
})

const insertAll = (ports: Ports, caller: User, inputs: readonly ParsedItem<NewLink>[]) =>
  processBulk(ports, caller, inputs, (ports, item) =>
    item.asyncAndThen((fields) => insertLink(ports, caller, fields)),
  ).andThen((items) =>
    enqueueCreated(
      ports.store.outbox,
      items.flatMap(({ value }) => value ?? []),
    ).map(() => items),
  )
