import { z } from 'zod'
import { choice, flag, webAddress } from './setting-types.ts'

/** A number from 0 to 1 in decimal digits. */
const share = () =>
  z
    .string()
    .regex(/^(?:[01]|[01]?\.\d{1,9})$/, 'must be a number from 0 to 1, such as 0.01')
    .transform(Number)
    .refine((value) => value <= 1, 'must be at most 1')

/** `name=value` pairs, comma-separated; the values are percent-encoded. The messages do not repeat them. */
const headerList = () =>
  z.string().transform((text, context): Readonly<Record<string, string>> => {
    const headers = text
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map(readHeader)
    if (headers.every((header) => header !== undefined)) return Object.fromEntries(headers)
    context.addIssue({
      code: 'custom',
      message: 'must be name=value, comma-separated, with the values percent-encoded',
    })
    return z.NEVER
  })

function readHeader(pair: string): readonly [name: string, value: string] | undefined {
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  if (at < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
  try {
    const value = decodeURIComponent(pair.slice(at + 1).trim())
    return /^[\x20-\x7e]+$/.test(value) ? [name, value] : undefined
  } catch {
    return undefined
  }
}

/** Standard variables of OpenTelemetry, and the share of traced redirects. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress()
    .refine((url) => !/[?#]/.test(url), 'must have no query: put credentials into OTEL_EXPORTER_OTLP_HEADERS')
    .optional()
    .describe('URL of an OpenTelemetry receiver for [traces](operating.md#traces) over OTLP/HTTP; unset = off'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList()
    .optional()
    .describe('headers for it, `name=value,…`, with the values percent-encoded'),
  OTEL_SERVICE_NAME: z.string().max(255).default('shortlink').describe('name of the service in traces'),
  OTEL_TRACES_SAMPLER: choice(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  )
    .default('parentbased_always_on')
    .describe(
      'which requests and webhook deliveries are traced: `always_on`, `always_off` or `traceidratio`, each also with `parentbased_`',
    ),
  OTEL_TRACES_SAMPLER_ARG: share().default(1).describe('their share with `traceidratio`, 0 to 1'),
  TRACES_REDIRECT_RATIO: share().default(0.01).describe('share of redirects that are traced, 0 to 1'),
  OTEL_SDK_DISABLED: flag().default(false).describe('`true` switches traces off'),
}
