import type { ImageContent } from '@modelcontextprotocol/sdk/types.js'
import type { AnyUseCase, OutputOf } from '@shortlink/core'
import { z } from 'zod'
import { declareTool, type Tool, type ToolHost, type ToolOptions } from './declare-tool.ts'
import { toResult } from './tool-result.ts'

/** Annotations of the protocol: the effects of a tool. */
export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const
export const replaces = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Declares a tool that returns one object: a use case, its result under the tool's own names, followed by images, if it has any. */
export function tool<U extends AnyUseCase, Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  description: string,
  useCase: U,
  shape: (out: OutputOf<U>, host: ToolHost) => z.input<Output>,
  options: ToolOptions<U, Input, Output> & { readonly pictures?: (out: OutputOf<U>) => ImageContent[] },
): Tool {
  const { output, pictures } = options
  return declareTool(name, description, useCase, options, output, (out: OutputOf<U>, _given, host) => {
    const json = shape(out, host)
    return toResult(json, json, pictures?.(out))
  })
}

/** Declares a tool that returns a JSON array, which `structuredContent` holds under the name `as`. */
export function listTool<U extends AnyUseCase, Input extends z.ZodObject, Output extends z.ZodType>(
  name: string,
  description: string,
  useCase: U,
  shape: (out: OutputOf<U>, host: ToolHost, given: z.output<Input>) => z.input<Output>[],
  options: ToolOptions<U, Input, Output> & { readonly as: string },
): Tool {
  const output = z.object({ [options.as]: z.array(options.output) })
  return declareTool(name, description, useCase, options, output, (out: OutputOf<U>, given, host) => {
    const json = shape(out, host, given)
    return toResult(json, { [options.as]: json })
  })
}
