/** Short domains of public services: no account can own them. */
const PUBLIC = new Set(
  (
    'bit.ly bitly.com j.mp dub.sh dub.link is.gd v.gd tinyurl.com rebrand.ly short.gy kutt.it t.ly cutt.ly ow.ly buff.ly ' +
    't.co goo.gl lnkd.in shorturl.at rb.gy tiny.cc'
  ).split(' '),
)

/** Whether the domain belongs to a public URL shortener, so that its links cannot keep it. */
export const isPublicShortener = (domain: string): boolean => PUBLIC.has(domain)
