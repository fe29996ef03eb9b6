import type { Program } from '../program.ts'
import { countOf, givenText, instantOf, textOf } from '../row.ts'
import { timeOf } from '../values.ts'

/** The API's `links`, or the table of that name as CSV; Kutt itself exports nothing else. */
export const kutt: Program = {
  name: 'kutt',
  files: 'the API’s /api/v2/links as JSON, one response, or one per line; the table links as CSV',
  columns: 'address, target, description, domain, banned, password, expire_in, visit_count, created_at',
  needs: { slug: ['address'], target: ['target'] },
  pages:
    'Kutt returns at most 50 links per call; repeat it with skip=50, skip=100 …, and append each response as a line',
  fates: {
    address: 'kept',
    target: 'kept',
    description: 'kept',
    domain: 'kept',
    domainid: 'kept',
    visitcount: 'kept',
    createdat: 'kept',
    banned: 'disabled',
    // The API says whether there is one, the table has a hash of another kind.
    password: 'password',
    expirein: 'kept',
    id: 'ignored',
    uuid: 'ignored',
    link: 'ignored',
    userid: 'ignored',
    bannedbyid: 'ignored',
    updatedat: 'ignored',
    relativecreatedat: 'ignored',
    relativeexpirein: 'ignored',
  },
  links: ({ address, target, description, domain, domainid, visitcount, createdat, expirein }) => [
    {
      slug: address,
      target,
      title: textOf(description),
      // The table refers to domains by number, which is nowhere else.
      domain: givenText(domain) ?? givenText(domainid),
      hitCount: countOf(visitcount),
      createdAt: instantOf(createdat),
      expiresAt: timeOf(expirein),
    },
  ],
}
