export { cachedLinks } from './cached-links.ts'
export { visitCounter } from './visit-counter.ts'
