export { runBehindEventLoop } from './behind-event-loop.ts'
export { canonicalIp, networkOf, unmapped } from './ip.ts'
export { Limiter } from './limiter.ts'
export { workersLoaded } from './worker-rpc.ts'
