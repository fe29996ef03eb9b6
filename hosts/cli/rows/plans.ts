import { PLANS } from '@shortlink/core'
import { grantPlan } from '@shortlink/core/host'
import { z } from 'zod'
import { accountOf } from '../command.ts'
import { parameter } from '../parameters.ts'
import { type Row, row } from '../table/row.ts'
import { emailArgument } from './users.ts'

export const planRows: readonly Row[] = [
  row({
    path: 'plan set',
    summary: 'Set an account’s plan without payment; FREE removes it',
    useCase: grantPlan,
    access: 'operator',
    effect: 'writes',
    parameters: [
      emailArgument,
      parameter('<plan>', `plan of the account: ${PLANS.join(', ')}`, { schema: z.enum(PLANS) }),
    ],
    examples: ['plan set ada@example.com PRO', 'plan set ada@example.com FREE'],
    input: async ({ email, plan }, host) => ({ id: (await accountOf(host, email)).userId, plan }),
    show: (_granted, _host, { email, plan }) => ({
      json: { email, plan },
      lines: [`Changed the plan of ${email} to ${plan}`],
    }),
  }),
]
