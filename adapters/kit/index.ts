export { canonicalIp, networkOf, unmapped } from './ip.ts'
