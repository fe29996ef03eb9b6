import { getProfile } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

export const identityTools = [
  tool(
    'whoami',
    'Get the account of the API key, its plan and the base address of short links. Use it to check that the connection works.',
    getProfile,
    ({ account: { id, name, email }, plan, baseUrl }) => ({ userId: id, name, email, plan, baseUrl }),
    {
      title: 'Who am I',
      hints: reads,
      output: z.object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        plan: z.string(),
        baseUrl: z.string(),
      }),
    },
  ),
]
