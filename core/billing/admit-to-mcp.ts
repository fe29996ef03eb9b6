import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { requireIncluded } from './plan-status.ts'

/** Allows MCP calls of the caller if the plan includes MCP, otherwise returns `plan-limit`. */
export const admitToMcp = defineUseCase({
  name: 'admitToMcp',
  access: 'user',
  scope: null,
  input: z.object({}),
  run: (ports, caller) => requireIncluded(ports, caller.owner, 'mcpAccess'),
})
