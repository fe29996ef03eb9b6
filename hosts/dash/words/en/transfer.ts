/** Messages for an unreadable file, by kind of fault; `detail` is the content found instead. */
const faults = {
  empty: () => 'The file is empty.',
  kind: (detail: string) => `This file is ${detail}. Save it as CSV, JSON or SQL text.`,
  encoding: () => 'The file is not UTF-8 text. Save it as UTF-8.',
  columns: (detail: string) =>
    detail === ''
      ? 'No known program writes such columns. Choose the program, or name the columns slug and target.'
      : `No slugs and targets were found where this program has them. Found: ${detail}.`,
  syntax: (detail: string) => `The file cannot be read: ${detail}.`,
  size: () => 'The file has more than 128 MiB of JSON in one piece. Split it, or write one answer a line.',
}

/** Lost fields of a link, after "without". */
const losses = {
  password: 'password',
  expiry: 'end date',
  start: 'start date',
  'visit-limit': 'limit of visits',
  archived: 'the state archived or deleted',
  rules: 'redirect rules',
  domain: 'domain',
}

export const transfer = {
  accept: 'Import nevertheless',
  acceptHint:
    'These links would be more open than they were, so they are left out or come closed unless you choose otherwise.',
  acceptLoss: (count: number, loss: keyof typeof losses) =>
    count === 1 ? `1 link without ${losses[loss]}` : `${count} links without ${losses[loss]}`,
  closed: (count: number) =>
    count === 1
      ? '1 link comes closed, since it was closed or its password cannot be kept. Its page “Edit” opens it.'
      : `${count} links come closed, since they were closed or their password cannot be kept. Their page “Edit” opens them.`,
  chosenOther: 'Choose another file',
  domain: (domain: string, count: string) => `${domain} (${count})`,
  domainAsHere: 'Leave out: not a domain of yours',
  domainDefault: 'No domain',
  domains: 'Domains',
  domainsHint: 'Where the links of each domain go.',
  download: 'Download as CSV',
  exportAs: (format: string) => `Export as ${format}`,
  exported: (links: string) => `${links} links exported`,
  exportHint:
    'All links with their rules, tags, limits and totals, newest first; not their visits and passwords. The same columns as “shortlink link export” writes.',
  exporting: (done: string, total: string) => `${done} of ${total} links`,
  exportTitle: 'Export links',
  faults,
  file: 'File',
  fileHint: 'CSV, JSON, or an SQL dump of YOURLS.',
  first: 'The first links',
  holdsPart: (rows: string, total: string) => `The file holds ${rows} of ${total} links at the source.`,
  importHint:
    'From YOURLS, Kutt, Shlink, Bitly, Dub, Rebrandly, Short.io, or an export of shortlink. The file is read in this browser; nothing is sent before you confirm.',
  importing: (done: string, total: string) => `${done} of ${total} links`,
  importTitle: 'Import links',
  leave: 'The import stops. What is made stays.',
  leftOut: (count: string) => `Left out: ${count}`,
  limited: (count: number) =>
    count === 1
      ? 'Of 1 limit of visits, what is left becomes the limit.'
      : `Of ${count} limits of visits, what is left becomes the limit.`,
  losses: 'What changes',
  lost: (list: string) => `Lost: ${list}.`,
  make: (count: number, text: string) => (count === 1 ? 'Import 1 link' : `Import ${text} links`),
  nothing: 'There is no link to import.',
  open: 'Import and export',
  openHint: 'Bring links from another program, or take yours along as CSV or JSON.',
  ownHost: (host: string) => `${host} (this server)`,
  planAllows: (count: number, text: string) =>
    `Your plan allows ${count === 1 ? '1 more link' : `${text} more links`} this month. The others will be left out.`,
  program: 'Program that wrote it',
  quotaUsed: 'Your plan allows no more links this month.',
  reading: 'Reading the file',
  reasons: {
    address: 'the target is no web address',
    field: (field: string) => `${field} has a value of another kind`,
    lost: (list: readonly (keyof typeof losses)[], format: (items: readonly string[]) => string) =>
      `without ${format(list.map((loss) => losses[loss]))} it would be more open, or lead elsewhere`,
    lostDomain: (domain: string) => `${domain} is not a domain of yours`,
    open: (list: string) => `it is there already and open, but closed or limited in the file: ${list}`,
    reserved: 'the service itself uses this slug',
    slug: 'a slug has 1 to 100 of A-Z a-z 0-9 _ -',
    stopped: 'the import ended before',
    taken: 'you have this slug already, with another target',
    twice: 'the file has this slug twice',
  },
  reason: 'Reason',
  recognised: (program: string) => `Recognised: ${program}`,
  recognise: 'Recognise it',
  report: 'Report',
  row: 'Row',
  slug: 'Slug',
  staysBehind: 'Visits, their numbers and the time of creation stay behind.',
  stop: 'Stop',
  summary: (ready: string, present: string, leftOut: string) =>
    `${ready} to import, ${present} there already, ${leftOut} left out`,
  made: (made: string, present: string, leftOut: string) =>
    `${made} imported, ${present} there already, ${leftOut} left out`,
  tags: 'Tags',
  target: 'Target',
  title: 'Title',
  unfinished: (count: string) => `Imported, but not as in the file: ${count}`,
  unsaid: {
    shlink:
      'CSV of Shlink leaves out start, end, limit of visits and rules: such links come open. The JSON of its API has them.',
    bitly: 'CSV of Bitly leaves out the end and links into apps: such links come open. The JSON of its API has them.',
    dub: 'CSV of Dub leaves out the password, the end and targets by device: such links come open. The JSON of its API has them.',
    rebrandly: 'CSV of Rebrandly has exported fields only: links with a limit that it leaves out come open.',
    shortio:
      'CSV of Short.io has exported fields only: links with a password, an end or a limit that it leaves out come open.',
  } as Readonly<Record<string, string>>,
  waiting: (seconds: number) => `The server takes more in ${seconds} s.`,
}
