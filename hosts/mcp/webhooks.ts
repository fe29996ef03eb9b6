import { createWebhook, deleteWebhook, EVENT_TYPES, listWebhooks } from '@shortlink/core'
import { z } from 'zod'
import { pagedTool } from './paged-tool.ts'
import { adds, reads, replaces, tool } from './tool.ts'

const Event = z.enum(EVENT_TYPES)

const Webhook = z.object({ id: z.string(), url: z.string(), events: z.array(Event) })

export const webhookTools = [
  tool(
    'create_webhook',
    'Have events sent to a URL as they happen. Requests are signed (Standard Webhooks) with the `secret`, which is told in this answer alone.',
    createWebhook,
    ({ webhook: { id, url, events }, secret }) => ({ id, url, events: [...events], secret }),
    {
      title: 'Create webhook',
      hints: { ...adds, openWorldHint: true },
      replay: true,
      output: Webhook.extend({ secret: z.string() }),
    },
  ),
  pagedTool(
    'list_webhooks',
    'List your webhooks, newest first, without their secrets.',
    listWebhooks,
    ({ id, url, events }) => ({ id, url, events: [...events] }),
    { title: 'List webhooks', hints: reads, output: Webhook, as: 'webhooks' },
  ),
  tool(
    'delete_webhook',
    'Remove a webhook: nothing more is sent to it, not even what is waiting.',
    deleteWebhook,
    (deleted) => ({ deleted }),
    {
      title: 'Delete webhook',
      hints: replaces,
      output: z.object({ deleted: z.boolean() }),
    },
  ),
]
