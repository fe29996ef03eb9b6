import { createWebhook, deleteWebhook, listWebhooks } from '@shortlink/core'
import { z } from 'zod'
import { adds, reads, replaces, tool } from '../table/tool.ts'
import { pagedTool } from './paged-tool.ts'

const Webhook = z.object({ id: z.string(), url: z.string(), events: z.array(z.string()) })

export const webhookTools = [
  tool(
    'create_webhook',
    'Send events to a URL as they happen. Needs url and events. Returns id, url, events and, only now, the signing secret (Standard Webhooks). ' +
      'Example: {"url":"https://example.com/hook","events":["link.created"]}',
    createWebhook,
    ({ webhook: { id, url, events }, secret }) => ({ id, url, events: [...events], secret }),
    {
      title: 'Create webhook',
      hints: { ...adds, openWorldHint: true },
      replay: true,
      words: { url: 'Public http(s) URL.', events: 'Events to send.' },
      output: Webhook.extend({ secret: z.string() }),
    },
  ),
  pagedTool(
    'list_webhooks',
    'Find webhooks and their ids, newest first. Returns an array of {id, url, events}. Example: {}',
    listWebhooks,
    ({ id, url, events }) => ({ id, url, events: [...events] }),
    { title: 'List webhooks', hints: reads, output: Webhook, as: 'webhooks' },
  ),
  tool(
    'delete_webhook',
    'Delete a webhook and the events that wait for it. Needs id. Returns {deleted}. Example: {"id":"<id>"}',
    deleteWebhook,
    (deleted) => ({ deleted }),
    {
      title: 'Delete webhook',
      hints: replaces,
      output: z.object({ deleted: z.boolean() }),
    },
  ),
]
