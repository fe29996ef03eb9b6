export { cachedBlocklist, type RunningBlocklist } from './cached-blocklist.ts'
export { cachedLinks } from './cached-links.ts'
export { recentAnswers, withRecentAnswers } from './recent-answers.ts'
export { visitCounter } from './visit-counter.ts'
