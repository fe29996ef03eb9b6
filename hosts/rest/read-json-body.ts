import { err, type Result } from 'neverthrow'
import { parseJsonBody } from '../http/request/parse-json.ts'
import { MAX_BODY_BYTES, readText } from '../http/request/request-body.ts'
import type { Fault, Given, InputReader } from './table/input.ts'

const JSON_TYPE = /^\s*application\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i

export interface RefusedBody {
  readonly status: 400 | 413 | 415
  readonly faults: readonly Fault[]
}

/** Reads the body of a request as the members that the operation accepts. An operation without any accepts an empty body, too. */
export async function readJsonBody(request: Request, reader: InputReader): Promise<Result<Given, RefusedBody>> {
  const text = await readText(request)
  if (text === undefined) return refuse(413, `The body must have at most ${MAX_BODY_BYTES} bytes`)
  if (text === '') return readMembers({}, reader)
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    return refuse(415, 'The body must be application/json')
  }
  try {
    return readMembers(await parseJsonBody(text), reader)
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(400, `The body is not valid JSON: ${error.message}`)
    throw error
  }
}

const readMembers = (body: unknown, reader: InputReader): Result<Given, RefusedBody> =>
  reader.readBody(body).mapErr((faults) => ({ status: 400, faults }))

const refuse = (status: RefusedBody['status'], detail: string): Result<never, RefusedBody> =>
  err({ status, faults: [{ detail }] })
