import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { requireIncluded } from './plan-status.ts'

/** Lets the caller's agents in, if the plan includes MCP. */
export const admitToMcp = defineUseCase({
  name: 'admitToMcp',
  access: 'user',
  input: z.object({}),
  run: (ports, caller) => requireIncluded(ports, caller.userId, 'mcpAccess'),
})
