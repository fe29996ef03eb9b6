import { createWebhook, deleteWebhook, listWebhooks } from '@shortlink/core'
import { z } from 'zod'
import { adds, reads, replaces, tool } from '../table/tool.ts'
import { pagedTool } from './paged-tool.ts'

const Webhook = z.object({ id: z.string(), url: z.string(), events: z.array(z.string()) })

export const webhookTools = [
  tool(
    'create_webhook',
    'Send events to a URL as they happen. Requests are signed (Standard Webhooks) with the `secret`, which is returned only once.',
    createWebhook,
    ({ webhook: { id, url, events }, secret }) => ({ id, url, events: [...events], secret }),
    {
      title: 'Create webhook',
      hints: { ...adds, openWorldHint: true },
      replay: true,
      words: { url: 'A public http(s) URL, without credentials.', events: 'Events to send.' },
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
    'Delete a webhook; events that wait for it are dropped.',
    deleteWebhook,
    (deleted) => ({ deleted }),
    {
      title: 'Delete webhook',
      hints: replaces,
      output: z.object({ deleted: z.boolean() }),
    },
  ),
]
