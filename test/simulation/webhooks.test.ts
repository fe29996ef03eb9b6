import { simulate } from './simulate.ts'
import { webhooks } from './webhooks.ts'

simulate(webhooks)
