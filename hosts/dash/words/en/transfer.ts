/** Messages for an unreadable file, by kind of fault; `detail` is the content found instead. */
const faults = {
  empty: () => 'The file is empty.',
  kind: (detail: string) => `This file is ${detail}. Save it as CSV, JSON or SQL text.`,
  encoding: () => 'The file is not UTF-8 text. Save it as UTF-8.',
  columns: (detail: string) =>
    detail === ''
      ? 'No known service exports these columns. Choose the source, or name the columns slug and target.'
      : `The slug and target columns of this source are missing. Found: ${detail}.`,
  syntax: (detail: string) => `The file can't be read: ${detail}.`,
  size: () => 'The file is too long. Split it.',
  unexpected: () => 'The file could not be processed. Split it, or report this as a bug.',
}

/** Lost fields of a link, after "without". */
const losses = {
  password: 'password',
  expiry: 'expiration date',
  start: 'start date',
  'visit-limit': 'visit limit',
  archived: 'archived or deleted state',
  rules: 'redirect rules',
  domain: 'domain',
}

export const transfer = {
  accept: 'Import anyway',
  acceptHint:
    'These links would be less restricted than before. They are skipped or imported as disabled unless you select them.',
  acceptLoss: (count: number, loss: keyof typeof losses) =>
    count === 1 ? `1 link without ${losses[loss]}` : `${count} links without ${losses[loss]}`,
  closed: (count: number) =>
    count === 1
      ? "1 link is imported as disabled, because it was disabled or its password can't be imported. Enable it on its “Edit” page."
      : `${count} links are imported as disabled, because they were disabled or their password can't be imported. Enable them on their “Edit” page.`,
  chosenOther: 'Choose another file',
  domain: (domain: string, count: string) => `${domain} (${count})`,
  domainAsHere: 'Skip',
  domainDefault: 'No domain',
  domains: 'Domains',
  domainsHint: 'Choose a destination for the links of each domain.',
  download: 'Download CSV',
  exportAs: (format: string) => `Export as ${format}`,
  exported: (links: string) => `${links} links exported`,
  exportHint:
    'All links with rules, tags, limits and totals, newest first. Excludes visits and passwords. Same columns as “shortlink link export”.',
  exporting: (done: string, total: string) => `${done} of ${total} links`,
  exportTitle: 'Export links',
  faults,
  file: 'File',
  fileHint: 'CSV, JSON or a YOURLS SQL dump.',
  first: 'First links',
  firstOnly: (count: string) => `Shows the first ${count}.`,
  goesOn: 'The import continues on the server when you close this page.',
  holdsPart: (rows: string, total: string) => `The file contains ${rows} of ${total} links from the source.`,
  importHint:
    'From YOURLS, Kutt, Shlink, Bitly, Dub, Rebrandly, Short.io, or a shortlink export. Nothing is imported before you confirm.',
  importing: (done: string, total: string) => `${done} of ${total} links`,
  importTitle: 'Import links',
  interrupted: (file: string) => `The upload of ${file} was interrupted. Choose the file again.`,
  leftOut: (count: string) => `Skipped: ${count}`,
  limited: (count: number) =>
    count === 1
      ? '1 visit limit is reduced to its remaining visits.'
      : `${count} visit limits are reduced to their remaining visits.`,
  losses: 'Changes',
  lost: (list: string) => `Not imported: ${list}.`,
  make: (count: number, text: string) => (count === 1 ? 'Import 1 link' : `Import ${text} links`),
  movedPublic: (domain: string, count: number, text: string, own: string) =>
    `${domain} belongs to another service, so ${count === 1 ? 'its link becomes' : `its ${text} links become`} ${own}/… with the same slug.`,
  movedUnknown: (domain: string, count: number, text: string, own: string) =>
    `${domain} is not one of your verified domains, so ${count === 1 ? 'its link becomes' : `its ${text} links become`} ${own}/… with the same slug.`,
  nothing: 'No links to import.',
  open: 'Import and export',
  openHint: 'Import links from another service, or export yours as CSV or JSON.',
  ownHost: (host: string) => `${host} (this server)`,
  planAllows: (count: number, text: string) =>
    `Your plan allows ${count === 1 ? '1 more link' : `${text} more links`} this month. The rest will be skipped.`,
  program: 'Source',
  quotaUsed: "You have reached your plan's limit of links for this month.",
  reading: 'Reading the file',
  reasons: {
    lost: (list: readonly (keyof typeof losses)[], format: (items: readonly string[]) => string) =>
      `would be less restricted or redirect elsewhere without ${format(list.map((loss) => losses[loss]))}`,
    open: (list: string) => `already exists as an active link, but is expired or limited in the file: ${list}`,
    skipped: 'you skip the links of this domain',
    twice: 'the file contains this slug twice',
  },
  reason: 'Reason',
  recognised: (program: string) => `Detected: ${program}`,
  recognise: 'Detect automatically',
  report: 'Report',
  row: 'Row',
  slug: 'Slug',
  staysBehind: 'Visits and visit totals are not imported.',
  stopped: (done: string, total: string) => `The import was stopped after ${done} of ${total} links.`,
  stop: 'Stop',
  summary: (ready: string, present: string, leftOut: string) =>
    `${ready} to import, ${present} already exist, ${leftOut} skipped`,
  made: (made: string, present: string, leftOut: string) =>
    `${made} imported, ${present} already existed, ${leftOut} skipped`,
  tags: 'Tags',
  target: 'Destination URL',
  title: 'Title',
  uploading: 'Uploading the file',
  unsaid: {
    shlink:
      'Shlink CSV files omit start dates, expiration dates, visit limits and rules. These links are imported without them. The JSON of the Shlink API includes them.',
    bitly:
      'Bitly CSV files omit expiration dates and deep links. These links are imported without them. The JSON of the Bitly API includes them.',
    dub: 'Dub CSV files omit passwords, expiration dates and targets by device. These links are imported without them. The JSON of the Dub API includes them.',
    rebrandly: 'Rebrandly CSV files contain only the exported fields. Omitted limits are not imported.',
    shortio:
      'Short.io CSV files contain only the exported fields. Omitted passwords, expiration dates and limits are not imported.',
  } as Readonly<Record<string, string>>,
  waiting: (seconds: number) => `Rate limited. Continuing in ${seconds} s.`,
}
