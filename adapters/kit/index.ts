export { canonicalIp, networkOf, unmapped } from './ip.ts'
export { Limiter } from './limiter.ts'
