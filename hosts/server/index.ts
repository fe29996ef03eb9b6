export { type FetchHandler, graphqlHandler, redirectHandler } from '../fetch/fetch-handlers.ts'
export { type RunningServer, startServer } from './serve.ts'
