import { grantPlan, PLANS } from '@shortlink/core'
import { z } from 'zod'
import { parameter } from '../table/parameters.ts'
import { operatorRow, type Row } from '../table/row.ts'
import { emailArgument } from './users.ts'

export const planRows: readonly Row[] = [
  operatorRow({
    path: 'plan set',
    summary: 'Set an account’s plan without payment; FREE removes it',
    effect: 'writes',
    parameters: [
      emailArgument,
      parameter('<plan>', `plan of the account: ${PLANS.join(', ')}`, { schema: z.enum(PLANS) }),
    ],
    examples: ['plan set ada@example.com PRO', 'plan set ada@example.com FREE'],
    work: ({ ports }, { email, plan }) => grantPlan(ports, email, plan),
    show: (_out, _host, { email, plan }) => ({ json: { email, plan }, lines: [`${email} is on ${plan} now`] }),
  }),
]
