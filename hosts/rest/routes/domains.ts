import { addDomain, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { list, nothing, one } from '../table/answers.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf } from '../table/shape.ts'

const Domain = shapeOf('Domain')

/** Operations on custom domains. */
export const domainRoutes: readonly Row[] = [
  route('GET', '/domains', listDomains, { summary: 'List custom domains, newest first', answer: list(Domain) }),
  route('POST', '/domains', addDomain, {
    summary: 'Add a custom domain',
    answer: one(Domain, { location: ({ id }) => `/domains/${id}` }),
  }),
  route('POST', '/domains/{id}/verify', verifyDomain, {
    summary: "Check a domain's DNS record",
    description: 'Returns the domain unverified if the record is missing.',
    answer: one(Domain),
  }),
  route('DELETE', '/domains/{id}', deleteDomain, {
    summary: 'Delete a custom domain; its links stop working',
    answer: nothing,
  }),
]
