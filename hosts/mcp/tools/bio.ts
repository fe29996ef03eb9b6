import { addBioLink, browseBioPages, createBioPage } from '@shortlink/core'
import { z } from 'zod'
import { adds, reads, tool } from '../table/tool.ts'
import { pagedTool } from './paged-tool.ts'

const BioLink = z.object({ id: z.string(), label: z.string().nullable(), url: z.string(), order: z.int() })

export const bioTools = [
  tool(
    'create_bio_page',
    'Create a public page of links at /bio/<slug>. Add links with add_bio_link.',
    createBioPage,
    ({ id, slug, title }) => ({ id, slug, title }),
    {
      title: 'Create bio page',
      hints: adds,
      replay: true,
      takes: ['slug', 'theme', 'title'],
      words: { slug: "The slug in the page's URL.", theme: 'The color theme.' },
      output: z.object({ id: z.string(), slug: z.string(), title: z.string().nullable() }),
    },
  ),
  tool(
    'add_bio_link',
    'Add a link to one of your bio pages. Links are sorted by `order`, lowest first, then by age.',
    addBioLink,
    ({ id, bioPage, url, label, order }) => ({ id, bioPageId: bioPage, url, label, order }),
    {
      title: 'Add bio link',
      hints: adds,
      replay: true,
      takes: ['bioPageId', 'url', 'label', 'order'],
      words: { order: 'Lower numbers come first.' },
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
    'List your bio pages, newest first, with their links in display order.',
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
