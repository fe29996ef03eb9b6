import { describeError, grantPlan, type Plan } from '@shortlink/core'
import { Argument, Command } from 'commander'
import { compose } from '../container.ts'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'

/** `shortlink plan`: plans that nobody pays a provider for. */
export const planCommand = () =>
  new Command('plan').description('Look after the plans of accounts').addCommand(
    new Command('set')
      .description('Give an account a plan without payment; FREE takes it back')
      .argument('<email>', 'whose')
      .addArgument(new Argument('<plan>').choices(['FREE', 'STARTER', 'PRO']))
      .action((email: string, plan: Plan) => setPlan(email, plan)),
  )

async function setPlan(email: string, plan: Plan): Promise<void> {
  const settings = readSettings(process.env)
  const { ports, close } = await compose(settings, createLog(settings.LOG_LEVEL, process.stderr))
  try {
    const granted = await grantPlan(ports, email, plan)
    if (granted.isErr()) throw new Error(`${email}: ${describeError(granted.error)}`)
    console.log(`${email} is on ${plan} now`)
  } finally {
    await close()
  }
}
