import { z } from 'zod'
import { outputSchema } from '../table/json-schema.ts'
import type { Shape } from '../table/shape.ts'

const text = (description: string) => z.string().describe(description)
const orNull = (description: string) => z.string().nullable().describe(description)

/** The fields of an exported visit. */
export const VisitRow = z
  .object({
    id: text('Unique identifier; ids sort by time. Pass the last one as `after` to continue the export.'),
    linkId: text('The id of the link.'),
    slug: text('The slug of the link.'),
    ip: text("The visitor's IP address, or its network if the operator anonymizes addresses."),
    type: text('The IP version: IPv4 or IPv6.'),
    isp: orNull("The operator of the visitor's network."),
    browser: orNull('The name of the browser.'),
    browserVersion: orNull('The version of the browser.'),
    os: orNull('The name of the operating system.'),
    osVersion: orNull('The version of the operating system.'),
    timezone: orNull('The IANA time zone.'),
    city: orNull('The city.'),
    postal: orNull('The postal code.'),
    country: orNull('The country, ISO 3166-1 alpha-2.'),
    continent: orNull('The continent: AF, AN, AS, EU, NA, OC or SA.'),
    createdAt: z.iso.datetime().describe('When the visit happened.'),
    referrer: orNull('The referring page.'),
    device: orNull('The kind of device.'),
    bot: z.boolean().describe('Whether the visitor is a bot.'),
    rule: orNull('The rule that chose the target, such as `country DE,AT`.'),
    redirectedTo: orNull('The URL that the visitor was redirected to, without forwarded parts.'),
    language: orNull('The preferred language.'),
    utmSource: orNull('utm_source of the visit.'),
    utmMedium: orNull('utm_medium of the visit.'),
    utmCampaign: orNull('utm_campaign of the visit.'),
    utmTerm: orNull('utm_term of the visit.'),
    utmContent: orNull('utm_content of the visit.'),
    firstToday: z
      .boolean()
      .nullable()
      .describe(
        "Whether this is the visitor's first visit to the link on that UTC day; null if visitors were not counted.",
      ),
    ref: orNull("The reference parameter of the visitor's query."),
  })
  .describe('A visit in an export: a line of NDJSON, or a row of CSV, where unknown values are empty.')

/** The data of a `hit` event. */
export const LiveVisit = z
  .object({
    id: text('Unique identifier of the visit.'),
    link: z
      .object({ id: text('The id of the link.'), slug: text('The slug of the link.') })
      .describe('The visited link.'),
    country: orNull('The country, ISO 3166-1 alpha-2.'),
    city: orNull('The city.'),
    device: orNull('The kind of device.'),
    bot: z.boolean().describe('Whether the visitor is a bot.'),
    createdAt: z.iso.datetime().describe('When the visit happened.'),
  })
  .describe('The data of a `hit` event of `GET /live`.')

/** The schema of a part of a stream, for the document. */
export const streamPart = (name: string, schema: z.ZodType): Shape => ({
  name,
  schema: outputSchema(schema),
  parts: [],
  toJson: (value) => value,
})

const VISIT: z.output<typeof VisitRow> = {
  id: '8123456789012345',
  linkId: '0197f3a2-7c11-7a52-9d3e-1f0b8c6a4e21',
  slug: 'summer',
  ip: '192.0.2.0',
  type: 'IPv4',
  isp: null,
  browser: 'Firefox',
  browserVersion: '142.0',
  os: 'Windows',
  osVersion: '10',
  timezone: 'Europe/Berlin',
  city: 'Berlin',
  postal: '10115',
  country: 'DE',
  continent: 'EU',
  createdAt: '2026-11-30T12:00:00.000Z',
  referrer: null,
  device: 'desktop',
  bot: false,
  rule: null,
  redirectedTo: 'https://example.com/summer',
  language: 'de',
  utmSource: 'letter',
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  firstToday: true,
  ref: null,
}

const LIVE: z.output<typeof LiveVisit> = {
  id: VISIT.id,
  link: { id: VISIT.linkId, slug: VISIT.slug },
  country: 'DE',
  city: 'Berlin',
  device: 'desktop',
  bot: false,
  createdAt: VISIT.createdAt,
}

/** Examples of `GET /hits` by media type. */
export const EXPORT_EXAMPLES = {
  'application/x-ndjson': `${JSON.stringify(VISIT)}\n`,
  'text/csv': `${Object.keys(VISIT)}\n${Object.values(VISIT).map((value) => value ?? '')}\n`,
}

/** An example of `GET /live`. */
export const LIVE_EXAMPLES = {
  'text/event-stream': `event: hit\ndata: ${JSON.stringify(LIVE)}\n\nevent: skipped\ndata: {"skipped":12}\n\n`,
}
