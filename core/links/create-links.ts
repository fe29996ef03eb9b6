import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { User } from '../kernel/caller.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { requireOutboxCapacity } from '../webhooks/require-outbox-capacity.ts'
import { bulkItems, eachItem, type ParsedItem, parseItems } from './bulk.ts'
import { enqueueCreated, insertLink } from './create-link.ts'
import { NewLink } from './link.ts'
import { recallItems } from './recall-links.ts'

/** Shortens many addresses; a failing item does not fail the others. The events of all are queued together. */
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
  eachItem(ports, caller, inputs, (ports, item) =>
    item.asyncAndThen((asked) => insertLink(ports, caller, asked)),
  ).andThen((items) =>
    enqueueCreated(
      ports.store.outbox,
      items.flatMap(({ value }) => value ?? []),
    ).map(() => items),
  )
