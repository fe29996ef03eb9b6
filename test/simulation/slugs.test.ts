import { simulate } from './simulate.ts'
import { slugs } from './slugs.ts'

simulate(slugs)
