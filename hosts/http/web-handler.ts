import type { RequestListener } from 'node:http'
import { toNodeHandler } from 'srvx/node'
import { MAX_BODY_BYTES } from './request/request-body.ts'
import { type RoutesParts, routesApp } from './routes-app.ts'

/** Handles requests by handlers of the Fetch API. */
export const webHandler = (parts: RoutesParts): RequestListener =>
  toNodeHandler(routesApp(parts), { maxRequestBodySize: MAX_BODY_BYTES }) as RequestListener
