import { HIT_FORMATS, type HitFormat } from './hit-rows.ts'

const BY_MEDIA_TYPE: Readonly<Record<string, HitFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
}

/** The format in the query parameter, or in the `Accept` header; NDJSON by default, undefined for an unknown one. */
export function hitFormatOf(asked: string | undefined, accept: string | null): HitFormat | undefined {
  if (asked !== undefined) return HIT_FORMATS.find((format) => format === asked)
  const [best] = (accept ?? '')
    .split(',')
    .flatMap(readRange)
    .sort((a, b) => b.quality - a.quality)
  return best?.format ?? 'ndjson'
}

function readRange(range: string): { readonly format: HitFormat; readonly quality: number }[] {
  const [type = '', ...parameters] = range.toLowerCase().replaceAll(' ', '').split(';')
  const format = Object.hasOwn(BY_MEDIA_TYPE, type) ? BY_MEDIA_TYPE[type] : undefined
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
  return format === undefined || !(quality > 0) ? [] : [{ format, quality }]
}
