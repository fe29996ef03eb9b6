import { hits } from './hits.ts'
import { simulate } from './simulate.ts'

simulate(hits)
