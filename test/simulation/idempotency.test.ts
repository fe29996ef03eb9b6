import { idempotency } from './idempotency.ts'
import { simulate } from './simulate.ts'

simulate(idempotency)
