import { scale } from './scale.ts'

/**
 * The duration of an attack: a minute in `npm run test:slow`, otherwise a tenth of that. It sets the length of a load; no test asserts on
 * it.
 */
export const attackTime = (): AbortSignal => AbortSignal.timeout(scale(60_000))
