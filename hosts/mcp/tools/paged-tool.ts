import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { AnyUseCase, CursorPage, OutputOf } from '@shortlink/core'
import { cursorInput, type Position, pageOf, toPage } from '@shortlink/core/host'
import { z } from 'zod'
import { declareTool, type Tool, type ToolHost, type ToolOptions } from '../table/declare-tool.ts'
import { createJsonList } from '../table/json-list.ts'

/** Maximum size of a page in its wire format. A page of longer items ends earlier, and its cursor continues from there. */
const MAX_PAGE_BYTES = 2 << 20

/** Paging of a use case that returns a whole short list. */
const Paging = z.object(cursorInput({ limit: 50, max: 100 }))

/** The items of a list, whether the use case returns it whole or page by page. */
type ItemOf<U> = OutputOf<U> extends CursorPage<infer Item> | readonly (infer Item)[] ? Item : never

/**
 * Declares a tool that returns a list page by page. The use case takes `limit` and `cursor` itself, or takes no arguments and returns a
 * whole short list.
 */
export function pagedTool<U extends AnyUseCase, Output extends z.ZodType>(
  name: string,
  description: string,
  useCase: U,
  shape: (item: ItemOf<U>, host: ToolHost) => z.input<Output>,
  {
    as,
    ...options
  }: Omit<ToolOptions<U, typeof Paging, Output>, 'input' | 'checked'> & {
    readonly as: string
  },
): Tool {
  const output = z.object({
    [as]: z.array(options.output),
    nextCursor: z.string().optional(),
  })
  const isPaged = 'limit' in (useCase.input as z.ZodObject).shape
  const paging = isPaged ? {} : { input: Paging, checked: Paging }
  return declareTool(
    name,
    description,
    useCase,
    { ...options, ...paging },
    output,
    (out: OutputOf<U>, window, host) => {
      const found = out as CursorPage<ItemOf<U> & Position> | readonly (ItemOf<U> & Position)[]
      const page = 'nextCursor' in found ? found : pageOf(found, window)
      return toPageResult(page, as, (item) => shape(item, host))
    },
  )
}

async function toPageResult<Item extends Position>(
  page: CursorPage<Item>,
  as: string,
  shape: (item: Item) => unknown,
): Promise<CallToolResult> {
  const list = createJsonList(MAX_PAGE_BYTES)
  await list.add(page.items, shape)
  const nextCursor = list.isFull ? toPage(page.items, list.items.length).nextCursor : page.nextCursor
  const next = nextCursor === null ? {} : { nextCursor }
  return {
    content: [{ type: 'text', text: list.toJson() }],
    structuredContent: { [as]: list.items, ...next },
    ...(nextCursor !== null && { _meta: next }),
  }
}
