import { DEFAULT_DOMAIN } from '../../../import/places.ts'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Import, ImportReport, Places } from '../queries.ts'
import { isPublicShortener } from './public-shorteners.ts'

/** Instead of a target domain: the links of the domain are not imported. */
const SKIPPED = '-'

/** Maximum number of listed domains; a file has few. */
const MAX_DOMAINS = 20

interface DomainMapProps {
  readonly preview: Import
  readonly report: ImportReport
  readonly places: Places
  readonly onMap: (domains: Import['domains']) => void
}

/** The target domain for each domain of the file. Renders nothing if there is no choice. */
export function DomainMap({ preview, report, places, onMap }: DomainMapProps) {
  const { words, format } = useWords()
  const own = new URL(places.service.baseUrl).hostname
  const verified = places.domains.filter((domain) => domain.verified).map(({ hostname }) => hostname)
  const isKnown = (name: string) => name === DEFAULT_DOMAIN || name === own || verified.includes(name)
  const counts = new Map(report.domains.map(({ name, links }) => [name, links]))
  const mapped = new Map(preview.domains.map(({ from, to }) => [from, to ?? SKIPPED]))
  const names = [...counts.keys()].slice(0, MAX_DOMAINS)
  if (names.every(isKnown) && verified.length === 0) return null
  const change = (name: string, to: string) => {
    const next = new Map(mapped)
    next.set(name, to)
    onMap([...next].map(([from, to]) => ({ from, to: to === SKIPPED ? null : to })))
  }
  const presetOf = (name: string) => (verified.includes(name) ? name : '')
  const moved = names.filter((name) => !isKnown(name) && (mapped.get(name) ?? '') === '')
  return (
    <fieldset class="stack tight">
      <legend>{words.transfer.domains}</legend>
      <p class="muted small">{words.transfer.domainsHint}</p>
      {moved.map((name) => {
        const count = counts.get(name) ?? 0
        const explain = isPublicShortener(name) ? words.transfer.movedPublic : words.transfer.movedUnknown
        return (
          <p key={name} role="status">
            {explain(name, count, format.number(count), own)}
          </p>
        )
      })}
      <div class="columns">
        {names.map((name) => (
          <Select
            key={name}
            label={words.transfer.domain(
              name === DEFAULT_DOMAIN ? words.transfer.domainDefault : name,
              format.number(counts.get(name) ?? 0),
            )}
            value={mapped.get(name) ?? presetOf(name)}
            options={[
              ...(isKnown(name) ? [] : [[SKIPPED, words.transfer.domainAsHere] as const]),
              ['', words.transfer.ownHost(own)],
              ...verified.map((hostname) => [hostname, hostname] as const),
            ]}
            onChange={(to) => change(name, to)}
          />
        ))}
      </div>
    </fieldset>
  )
}
