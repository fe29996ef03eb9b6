import { revocation } from './revocation.ts'
import { simulate } from './simulate.ts'

simulate(revocation)
