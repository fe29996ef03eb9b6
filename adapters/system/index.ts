export { systemBackground } from './background.ts'
export { systemClock } from './clock.ts'
export { uuidIds } from './ids.ts'
export { systemPause } from './pause.ts'
