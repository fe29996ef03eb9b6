import { PROBLEMS } from '../problem.ts'
import type { JsonSchema } from '../table/json-schema.ts'
import { comparesVersions, type Row } from '../table/row.ts'

/** Names of the responses to errors by status; several codes may share a status. */
const BY_STATUS = new Map(
  [...Map.groupBy(Object.entries(PROBLEMS), ([, { status }]) => status)].map(([status, codes]) => [
    status,
    codes.map(([code, { title }]) => ({ code, title })),
  ]),
)

/** Statuses in addition to the statuses of codes. */
const MORE_STATUSES: Readonly<Record<number, string>> = {
  412: '`CONFLICT`: The record has changed since the version in `If-Match`',
  413: '`BAD_USER_INPUT`: The body is too long',
  415: '`BAD_USER_INPUT`: The body is not JSON',
}

const PROBLEM_CONTENT = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const nameOf = (status: number) => `Problem${status}`

/** The responses to errors, by name. */
export const PROBLEM_RESPONSES = Object.fromEntries([
  ...[...BY_STATUS].map(([status, codes]) => [
    nameOf(status),
    {
      description: codes.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
      content: PROBLEM_CONTENT,
    },
  ]),
  ...Object.entries(MORE_STATUSES).map(([status, title]) => [
    nameOf(Number(status)),
    { description: `${title}.`, content: PROBLEM_CONTENT },
  ]),
])

export const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Problem: {
    type: 'object',
    description: 'An error (RFC 9457).',
    properties: {
      type: { type: 'string', format: 'uri', description: 'The documentation of the code.' },
      title: { type: 'string', description: 'The meaning of the code.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'The code, for programs.' },
      detail: { type: 'string', description: 'The cause, for people.' },
      errors: {
        type: 'array',
        description: 'The invalid parts of the request.',
        items: { $ref: '#/components/schemas/Fault' },
      },
      reason: { type: 'string', description: 'Why the credentials were rejected.' },
      requestId: { type: 'string', description: 'Finds the cause in the log of the server.' },
    },
    required: ['type', 'title', 'status', 'code', 'detail'],
  },
  Fault: {
    type: 'object',
    description: 'An invalid part of a request.',
    properties: {
      pointer: { type: 'string', description: 'Its place in the body, as a JSON pointer.' },
      parameter: { type: 'string', description: 'Or the name of the parameter.' },
      detail: { type: 'string', description: 'The error.' },
    },
    required: ['detail'],
  },
}

const header = (description: string, type: 'string' | 'integer') => ({ description, schema: { type } })

export const RATE_LIMIT_HEADERS = {
  RateLimit: header('The state of the rate limit: `r` requests remain for `t` seconds.', 'string'),
  'RateLimit-Policy': header('The rate limit: `q` requests in a window of `w` seconds.', 'string'),
  'RateLimit-Limit': header('The requests of a window.', 'integer'),
  'RateLimit-Remaining': header('The requests that remain in the window.', 'integer'),
  'RateLimit-Reset': header('Seconds until the window ends.', 'integer'),
}

/** The errors of an operation, by status. */
export function problemsOf({ useCase, reader, answer, method }: Row) {
  const isWrite = method !== 'GET'
  const statuses = [
    400,
    ...(useCase.access === 'user' || isWrite ? [401] : []),
    ...(isWrite ? [402] : []),
    403,
    404,
    ...(isWrite ? [409] : []),
    ...(comparesVersions({ method, answer }) ? [412] : []),
    ...(reader.hasBody ? [413, 415] : []),
    ...(method === 'GET' ? [422] : []),
    429,
    500,
    ...(useCase.external || isWrite ? [502] : []),
    503,
  ]
  return {
    ...(answer.isTagged && method === 'GET' && { 304: { description: 'The record has not changed.' } }),
    ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])),
  }
}
