import { getAccount } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

export const identityTools = [
  tool(
    'whoami',
    'Tell which account the API key belongs to. Use it to check that the connection works.',
    getAccount,
    ({ id }) => ({ userId: id }),
    { title: 'Who am I', hints: reads, output: z.object({ userId: z.string() }) },
  ),
]
