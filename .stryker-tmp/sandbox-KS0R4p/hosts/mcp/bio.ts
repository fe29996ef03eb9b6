import { addBioLink, browseBioPages, createBioPage } from '@shortlink/core'
import { z } from 'zod'
import { adds, pagedTool, reads, tool } from './tool.ts'

const BioLink = z.object({ id: z.string(), label: z.string().nullable(), url: z.string(), order: z.int() })

export const bioTools = [
  tool(
    'create_bio_page',
    'Create a public page, at /bio/<slug>, that gathers links. It starts empty: put links on it with add_bio_link.',
    createBioPage,
    ({ id, slug, title }) => ({ id, slug, title }),
    {
      title: 'Create bio page',
      hints: adds,
      replay: true,
      input: z.strictObject({
        slug: z.string().meta({
          pattern: '^[A-Za-z0-9_-]{1,100}$',
          description: 'The end of the page’s address. Bio pages have slugs of their own, apart from those of links.',
        }),
        theme: z
          .string()
          .optional()
          .describe('Colors: `light` (the default), `dark`, `auto`, `ocean`, `forest`, `sunset` or `mono`.'),
        title: z.string().optional().meta({ maxLength: 200, description: 'The heading.' }),
      }),
      output: z.object({ id: z.string(), slug: z.string(), title: z.string().nullable() }),
    },
  ),
  tool(
    'add_bio_link',
    'Put a link on one of your bio pages. Links are shown by `order`, lowest first, then by age.',
    addBioLink,
    ({ id, bioPage, url, label, order }) => ({ id, bioPageId: bioPage, url, label, order }),
    {
      title: 'Add bio link',
      hints: adds,
      replay: true,
      input: z.strictObject({
        bioPageId: z.string().describe('The `id` of a bio page, as list_bio_pages and create_bio_page give it.'),
        url: z.string().meta({
          format: 'uri',
          maxLength: 2048,
          description: 'Where it leads: http, https, mailto, tel, sms, geo or another safe scheme.',
        }),
        label: z
          .string()
          .optional()
          .meta({ maxLength: 200, description: 'What visitors read; the address when left out.' }),
        order: z.int().default(0),
      }),
      output: z.object({
        id: z.string(),
        bioPageId: z.string(),
        url: z.string(),
        label: z.string().nullable(),
        order: z.int(),
      }),
    },
  ),
  pagedTool(
    'list_bio_pages',
    'List your bio pages with their links, newest page first, links in the order in which they are shown.',
    browseBioPages,
    ({ id, slug, title, theme, links }) => ({
      id,
      slug,
      title,
      theme,
      links: links.map(({ id, label, url, order }) => ({ id, label, url, order })),
    }),
    {
      title: 'List bio pages',
      hints: reads,
      output: z.object({
        id: z.string(),
        slug: z.string(),
        title: z.string().nullable(),
        theme: z.string(),
        links: z.array(BioLink),
      }),
      as: 'bioPages',
    },
  ),
]
