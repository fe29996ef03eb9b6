import { createWebhook, deleteWebhook, listWebhooks } from '@shortlink/core'
import { z } from 'zod'
import { pagedTool } from './paged-tool.ts'
import { adds, reads, replaces, tool } from './tool.ts'

const Webhook = z.object({ id: z.string(), url: z.string(), events: z.array(z.string()) })

export const webhookTools = [
  tool(
    'create_webhook',
    'Send events to a URL as they happen. Requests are signed (Standard Webhooks) with the `secret`, which only this result has.',
    createWebhook,
    ({ webhook: { id, url, events }, secret }) => ({ id, url, events: [...events], secret }),
    {
      title: 'Create webhook',
      hints: { ...adds, openWorldHint: true },
      replay: true,
      words: { url: 'A public http(s) URL, without credentials.', events: 'Which events to send.' },
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
