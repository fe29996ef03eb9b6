import { z } from 'zod'
import { flag, number, parameterName } from './setting-types.ts'

/** Settings of what is recorded of visits, and for how long it is kept. */
export const visitSettings = {
  IP_ANONYMIZE: flag().default(false).describe('store only the /24 (IPv4) or /48 (IPv6) of visitors'),
  UNIQUE_VISITORS: flag()
    .default(true)
    .describe('count different visitors, by a keyed hash that is deleted after two days'),
  HONOR_GPC: flag()
    .default(false)
    .describe(
      'of visitors whose browser sends `Sec-GPC: 1` or `DNT: 1` keep no user agent, referrer, campaign, reference, city or whole address',
    ),
  REF_PARAM: parameterName()
    .default('ref')
    .describe(
      'query parameter of short links that is counted as `REF` in analytics and never forwarded; `off` for none',
    ),
  HIT_RETENTION_DAYS: number({ max: 36_500 })
    .default(0)
    .describe('days for which visits are kept, their counts longer; 0 = for ever'),
  IP_RETENTION_DAYS: number({ max: 36_500 })
    .default(0)
    .describe('days after which addresses of visitors are cut down to their /24 (IPv4) or /48 (IPv6); 0 = never'),
  GEO_DB: z
    .string()
    .optional()
    .describe('MMDB City file to use instead of the packaged country data, reloaded when it changes'),
  ASN_DB: z.string().optional().describe('MMDB ASN file for internet providers, reloaded when it changes'),
}
