import {
  addBioLink,
  bioPageViews,
  createBioPage,
  deleteBioLink,
  deleteBioPage,
  listBioPages,
  updateBioLink,
  updateBioPage,
} from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const BioPage = shapeOf('BioPage')
const BioLink = shapeOf('BioLink')

/** Operations on bio pages and their links. */
export const bioPageRoutes: readonly Row[] = [
  route('GET', '/bio-pages', listBioPages, { summary: 'List bio pages, newest first', answer: list(BioPage) }),
  route('POST', '/bio-pages', createBioPage, {
    summary: 'Create a bio page',
    answer: one(BioPage, { location: ({ id }) => `/bio-pages/${id}` }),
  }),
  route('PATCH', '/bio-pages/{id}', updateBioPage, { summary: 'Update a bio page', answer: one(BioPage) }),
  route('DELETE', '/bio-pages/{id}', deleteBioPage, { summary: 'Delete a bio page and its links', answer: nothing }),
  route('GET', '/bio-pages/{id}/views', bioPageViews, {
    id: 'listBioPageViews',
    summary: 'List the views of a bio page by UTC day, oldest first',
    answer: list(shapeOf('BioDayViews')),
  }),
  route('POST', '/bio-pages/{id}/links', addBioLink, {
    summary: 'Add a link to a bio page',
    params: { id: 'bioPageId' },
    answer: { ...one(BioLink), status: 201 },
  }),
  route('PATCH', '/bio-pages/{id}/links/{linkId}', updateBioLink, {
    summary: 'Update a link on a bio page',
    params: { id: 'bioPageId', linkId: 'id' },
    answer: one(BioLink),
  }),
  route('DELETE', '/bio-pages/{id}/links/{linkId}', deleteBioLink, {
    summary: 'Delete a link from its bio page',
    params: { id: 'bioPageId', linkId: 'id' },
    answer: nothing,
  }),
]
