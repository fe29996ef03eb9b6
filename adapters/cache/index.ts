export { cachedLinks } from './cached-links.ts'
export { recentAnswers, withRecentAnswers } from './recent-answers.ts'
export { visitCounter } from './visit-counter.ts'
