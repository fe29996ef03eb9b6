import { scale } from './scale.ts'

/** How long a client does its worst: a minute in `npm run test:slow`, elsewhere a tenth of that. The length of a load, by which no test judges. */
export const attackTime = (): AbortSignal => AbortSignal.timeout(scale(60_000))
