import { z } from 'zod'
import { parseInput } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'
import { bulkItems, eachItem } from './bulk.ts'
import { insertLink } from './create-link.ts'
import { NewLink } from './link.ts'

/** Shortens many addresses; a failing item does not fail the others. */
export const createLinks = defineUseCase({
  name: 'createLinks',
  access: 'user',
  input: z.object({ inputs: bulkItems('inputs') }),
  run: (ports, caller, { inputs }) =>
    eachItem(ports, inputs, (ports, raw) =>
      parseInput(NewLink, raw).asyncAndThen((asked) => insertLink(ports, caller, asked)),
    ),
})
