import { simulateRules } from '@shortlink/core'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Link } from '../links/queries.ts'
import { Field, Select } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { liveHits } from '../visits/queries.ts'
import type { StoredRule } from './conditions.ts'
import { EMPTY_VISITOR, FIELDS, fromVisit, type TypedVisitor, visitorOf } from './simulated-visitor.ts'
import styles from './simulator.module.css'

interface SimulatorProps {
  readonly link: Link
  readonly rules: readonly StoredRule[]
}

/** Tries the rules on a visitor. What is left empty is unknown, so that a rule that depends on it is unknown too. */
export function Simulator({ link, rules }: SimulatorProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState<TypedVisitor>({ ...EMPTY_VISITOR, visits: String(link.hitCount) })
  const { outcomes, winner } = simulateRules(rules, visitorOf(typed))
  const target = winner === null ? link.target : winner === 'unknown' ? undefined : rules[winner]?.target
  return (
    <section class="card stack" aria-label={words.simulator.title}>
      <h2>{words.simulator.title}</h2>
      <p class="muted small">{words.simulator.hint}</p>
      <VisitChoice id={link.id} onChoose={(visitor) => setTyped({ ...visitor, visits: String(link.hitCount) })} />
      <div class={styles.fields}>
        {FIELDS.map(({ name, type, placeholder }) => (
          <Field
            key={name}
            label={words.simulator.fields[name]}
            type={type}
            placeholder={placeholder}
            autocomplete="off"
            value={typed[name]}
            onInput={(value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <div role="status" class="stack tight" data-winner={String(winner)}>
        {outcomes.map((outcome, at) => (
          <p key={at} class="cluster">
            <span>{words.rules.rule(at + 1)}</span>
            <span class="chip" data-kind={outcome === 'match' ? 'good' : outcome === 'unknown' ? 'warn' : undefined}>
              {words.simulator.outcomes[outcome]}
            </span>
          </p>
        ))}
        <p>
          <strong>{target === undefined ? words.simulator.undecided : words.simulator.goesTo}</strong>{' '}
          <bdi>{target}</bdi>
        </p>
      </div>
    </section>
  )
}

interface VisitChoiceProps {
  readonly id: string
  readonly onChoose: (visitor: TypedVisitor) => void
}

/** Fills the simulator from one of the newest visits. */
function VisitChoice({ id, onChoose }: VisitChoiceProps) {
  const { words, format } = useWords()
  const { data } = useQuery({ ...liveHits(id), refetchInterval: false })
  const hits = data?.hits ?? []
  if (hits.length === 0) return null
  return (
    <Select
      label={words.simulator.fromVisit}
      value=""
      options={[
        ['', words.simulator.choose],
        ...hits.map((hit) => {
          const country = hit.location.country?.code
          const parts = [format.dateTime(hit.createdAt), country && format.country(country), hit.browser?.name]
          return [hit.id, parts.filter(Boolean).join(' · ')] as const
        }),
      ]}
      onChange={(chosen) => {
        const hit = hits.find((one) => one.id === chosen)
        if (hit) onChoose(fromVisit(hit))
      }}
    />
  )
}
