import { quota } from './quota.ts'
import { simulate } from './simulate.ts'

simulate(quota)
