import { DEFAULT_DOMAIN } from '../../../import/places.ts'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Places } from '../queries.ts'
import type { Plan } from './plan-file.ts'
import { isPublicShortener } from './public-shorteners.ts'
import { SKIPPED } from './use-plan.ts'

/** Maximum number of listed domains; a file has few. */
const MAX_DOMAINS = 20

interface DomainMapProps {
  readonly plan: Plan
  readonly places: Places
  readonly mapped: ReadonlyMap<string, string>
  readonly onMap: (mapped: ReadonlyMap<string, string>) => void
}

/** The target domain for each domain of the file. Renders nothing if there is no choice. */
export function DomainMap({ plan, places, mapped, onMap }: DomainMapProps) {
  const { words, format } = useWords()
  const own = new URL(places.service.baseUrl).hostname
  const verified = places.domains.filter((domain) => domain.verified).map(({ hostname }) => hostname)
  const isKnown = (name: string) => name === DEFAULT_DOMAIN || name === own || verified.includes(name)
  const names = [...plan.domains.keys()].slice(0, MAX_DOMAINS)
  if (names.every(isKnown) && verified.length === 0) return null
  const change = (name: string, to: string) => {
    const next = new Map(mapped)
    next.set(name, to)
    onMap(next)
  }
  const presetOf = (name: string) => (verified.includes(name) ? name : '')
  const moved = names.filter((name) => !isKnown(name) && (mapped.get(name) ?? '') === '')
  return (
    <fieldset class="stack tight">
      <legend>{words.transfer.domains}</legend>
      <p class="muted small">{words.transfer.domainsHint}</p>
      {moved.map((name) => {
        const count = plan.domains.get(name) ?? 0
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
              format.number(plan.domains.get(name) ?? 0),
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
