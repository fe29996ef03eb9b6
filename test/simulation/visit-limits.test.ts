import { simulate } from './simulate.ts'
import { visitLimits } from './visit-limits.ts'

simulate(visitLimits)
