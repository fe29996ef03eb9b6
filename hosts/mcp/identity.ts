import { getAccount } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

export const identityTools = [
  tool(
    'whoami',
    'Get the account of the API key. Use it to check that the connection works.',
    getAccount,
    ({ id }) => ({ userId: id }),
    { title: 'Who am I', hints: reads, output: z.object({ userId: z.string() }) },
  ),
]
