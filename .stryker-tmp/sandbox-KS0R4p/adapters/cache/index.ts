export { cachedLinks } from './cached-links.ts'
