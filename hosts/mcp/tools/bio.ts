import { addBioLink, browseBioPages, createBioPage } from '@shortlink/core'
import { z } from 'zod'
import { adds, reads, tool } from '../table/tool.ts'
import { pagedTool } from './paged-tool.ts'

const BioLink = z.object({ id: z.string(), label: z.string().nullable(), url: z.string(), order: z.int() })

export const bioTools = [
  tool(
    'create_bio_page',
    'Create a public page of links at /bio/<slug>; then call add_bio_link. Needs slug. Returns id, slug, title. ' +
      'Example: {"slug":"ada","title":"Ada"}',
    createBioPage,
    ({ id, slug, title }) => ({ id, slug, title }),
    {
      title: 'Create bio page',
      hints: adds,
      replay: true,
      takes: ['slug', 'theme', 'title', 'text', 'pictureUrl', 'colors'],
      words: {
        slug: "The slug in the page's URL.",
        theme: 'Color theme.',
        title: 'Heading.',
        text: 'Below the title.',
        pictureUrl: 'https image.',
        colors: 'Own background, text, button: #rrggbb.',
      },
      brief: ['colors'],
      output: z.object({ id: z.string(), slug: z.string(), title: z.string().nullable() }),
    },
  ),
  tool(
    'add_bio_link',
    'Add a link to a bio page. Needs its id (list_bio_pages) and url. Returns id, bioPageId, url, label, order. ' +
      'Example: {"bioPageId":"<id>","url":"https://example.com","label":"Shop"}',
    addBioLink,
    ({ id, bioPage, url, label, order }) => ({ id, bioPageId: bioPage, url, label, order }),
    {
      title: 'Add bio link',
      hints: adds,
      replay: true,
      takes: ['bioPageId', 'url', 'label', 'order'],
      words: {
        bioPageId: "The page's id.",
        url: 'http(s), mailto:, tel: and similar.',
        label: 'Text of the link.',
        order: 'Lowest comes first.',
      },
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
    'Find bio pages and their ids, newest first. Returns an array of {id, slug, title, theme, links}. Example: {}',
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
