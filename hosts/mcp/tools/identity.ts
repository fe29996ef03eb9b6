import { getProfile } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from '../table/tool.ts'

export const identityTools = [
  tool(
    'whoami',
    'Test the connection. Returns userId, name, email, plan, scopes and the baseUrl of short links. Example: {}',
    getProfile,
    ({ account: { id, name, email }, plan, baseUrl, scopes }) => ({
      userId: id,
      name,
      email,
      plan,
      baseUrl,
      scopes: scopes && [...scopes],
    }),
    {
      title: 'Who am I',
      hints: reads,
      output: z.object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        plan: z.string(),
        baseUrl: z.string(),
        scopes: z.array(z.string()).nullable(),
      }),
    },
  ),
]
