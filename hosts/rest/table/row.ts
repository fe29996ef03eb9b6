import type { AnyUseCase, OutputOf } from '@shortlink/core'
import type { SharePorts } from '@shortlink/core/host'
import type { z } from 'zod'
import type { RateLimitName } from '../../graphql/schema-part.ts'
import type { Answer } from './answers.ts'
import { type Given, type InputReader, inputReader, type Method } from './input.ts'

interface RouteOptions<Out> {
  /** Identifies the operation in the OpenAPI document; the use case's name by default. */
  readonly id?: string
  /** One line of documentation. */
  readonly summary: string
  readonly description?: string
  /** The use case's names of path parameters that are named otherwise in the path. */
  readonly params?: Readonly<Record<string, string>>
  /** Names of parameters that stand for members of the use case's input with other names, for errors. */
  readonly names?: Readonly<Record<string, string>>
  /** Whether the operation takes a body instead of a query; by default all but GET and DELETE do. */
  readonly hasBody?: boolean
  /** The members of the query or the body; the use case's input without the path's parameters by default. */
  readonly input?: z.ZodObject
  /** The use case's input from what the client sent; the same by default. */
  readonly toInput?: (given: Readonly<Record<string, unknown>>) => unknown
  /** The headers that have members of the use case's input, by the names of the members. */
  readonly headers?: Readonly<Record<string, string>>
  /** The record that the call tries a password of, which counts attempts; undefined if it tries none. */
  readonly tries?: (ports: SharePorts, input: Given) => Promise<string | undefined>
  readonly answer: Answer<Out>
  /** A rate limit in addition to the one for all requests. */
  readonly limit?: RateLimitName
}

/** An operation: a method and a path, and the use case that it runs. */
export interface Row extends Omit<RouteOptions<unknown>, 'id' | 'params' | 'names' | 'input' | 'hasBody'> {
  readonly id: string
  readonly method: Method
  /** The path below `/api/v1`, with parameters in braces. */
  readonly path: string
  readonly useCase: AnyUseCase
  readonly reader: InputReader
}

/** Whether the operation compares the versions in `If-Match` with the record's. */
export const comparesVersions = ({ method, answer }: Pick<Row, 'method' | 'answer'>): boolean =>
  answer.isTagged === true && (method === 'PATCH' || method === 'PUT')

/** Declares an operation. The use case defines its scope, errors and checks of input. */
export function route<U extends AnyUseCase>(
  method: Method,
  path: string,
  useCase: U,
  {
    id = useCase.name,
    params = {},
    names = {},
    input,
    headers,
    hasBody = method !== 'GET' && method !== 'DELETE',
    ...options
  }: RouteOptions<OutputOf<U>>,
): Row {
  const schema = input ?? (useCase.input as unknown as z.ZodObject)
  const reader = inputReader(path, schema, params, { ...names, ...headers }, hasBody)
  return { ...options, headers, id, method, path, useCase, reader } as Row
}
