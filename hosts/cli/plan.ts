import { grantPlan, PLANS, type Plan } from '@shortlink/core'
import { Argument, Command } from 'commander'
import { accountOf, answer, jsonCommand, unwrap, withContext } from './command.ts'

/** `shortlink plan`: plans without payment. */
export const planCommand = () =>
  new Command('plan').description('Manage the plans of accounts').addCommand(
    jsonCommand('set')
      .description('Give an account a plan without payment; FREE takes it back')
      .argument('<email>', 'e-mail address of the account')
      .addArgument(new Argument('<plan>').choices(PLANS))
      .action((email: string, plan: Plan, options) =>
        withContext(async (tools) => {
          await accountOf(tools, email)
          await unwrap(grantPlan(tools.ports, email, plan))
          answer(options, { email, plan }, [`${email} is on ${plan} now`])
        }),
      ),
  )
