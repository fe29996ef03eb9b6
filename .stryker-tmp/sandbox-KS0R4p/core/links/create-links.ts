import { z } from 'zod'
import { parseInput } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, eachItem } from './bulk.ts'
import { announce, insertLink } from './create-link.ts'
import { NewLink } from './link.ts'

/** Shortens many addresses; a failing item does not fail the others. The events of all are queued together. */
export const createLinks = defineUseCase({
  name: 'createLinks',
  access: 'user',
  input: z.object({ inputs: bulkItems('inputs') }),
  run: (ports, caller, { inputs }) =>
    ports.store
      .atomic((store) =>
        eachItem({ ...ports, store }, caller, inputs, (ports, raw) =>
          parseInput(NewLink, raw).asyncAndThen((asked) => insertLink(ports, caller, asked)),
        ).andThen((items) =>
          announce(
            store.outbox,
            items.flatMap(({ value }) => value ?? []),
          ).map(() => items),
        ),
      )
      .andTee(() => ports.dispatcher.wake()),
})
