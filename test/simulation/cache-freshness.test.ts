import { cacheFreshness } from './cache-freshness.ts'
import { simulate } from './simulate.ts'

simulate(cacheFreshness)
