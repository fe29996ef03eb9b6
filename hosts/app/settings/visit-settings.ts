import { z } from 'zod'
import { flag, number, parameterName } from './setting-types.ts'

/** Settings for recorded visit data and its retention. */
export const visitSettings = {
  IP_ANONYMIZE: flag().default(false).describe("store only the /24 (IPv4) or /48 (IPv6) of visitors' IP addresses"),
  UNIQUE_VISITORS: flag()
    .default(true)
    .describe('count unique visitors, by a keyed hash that is deleted within two days'),
  HONOR_GPC: flag()
    .default(false)
    .describe(
      'store less about visitors whose browser sends `Sec-GPC: 1` or `DNT: 1` ([privacy](privacy.md#settings))',
    ),
  REF_PARAM: parameterName()
    .default('ref')
    .describe('query parameter that analytics count as `REF`; never forwarded; `off` for none'),
  HIT_RETENTION_DAYS: number({ max: 36_500 })
    .default(0)
    .describe('days after which visits are deleted ([counts stay](analytics.md#when-visits-are-removed)); 0 = never'),
  IP_RETENTION_DAYS: number({ max: 36_500 })
    .default(0)
    .describe("days after which visitors' IP addresses are truncated to /24 (IPv4) or /48 (IPv6); 0 = never"),
  GEO_DB: z
    .string()
    .optional()
    .describe('MMDB City file instead of the packaged country data; reloaded when it changes'),
  ASN_DB: z.string().optional().describe('MMDB ASN file for internet providers; reloaded when it changes'),
}
