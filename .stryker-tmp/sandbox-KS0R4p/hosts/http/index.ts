export { type RunningServer, startServer } from '../serve.ts'
export { type FetchHandler, graphqlHandler, redirectHandler } from './fetch-handlers.ts'
