import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Link } from '../../links/queries.ts'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { liveHits, type Visit } from '../../visits/visit-queries.ts'
import { type EditedRule, stored } from '../conditions.ts'
import { ruleInWords } from '../sentence.ts'
import { fieldsFor, fromVisit, type TypedVisitor, visitorOf } from './simulated-visitor.ts'
import { simulate } from './simulation.ts'
import styles from './simulator.module.css'
import { VisitorField } from './visitor-field.tsx'

interface SimulatorProps {
  readonly link: Link
  readonly rules: readonly EditedRule[]
}

/** Evaluates the rules for a visitor, with fields only for facts that the rules use. A rule that depends on an unknown fact is unknown. */
export function Simulator({ link, rules }: SimulatorProps) {
  const { words } = useWords()
  const [visit, setVisit] = useState<Visit>()
  const [typed, setTyped] = useState<TypedVisitor>({ visits: String(link.hitCount) })
  return (
    <section class={`card stack ${styles.simulator}`} aria-label={words.simulator.title}>
      <h2>{words.simulator.title}</h2>
      <p class="muted small">{rules.length === 0 ? words.simulator.noRules : words.simulator.hint}</p>
      {rules.length > 0 && (
        <>
          <VisitChoice
            id={link.id}
            chosen={visit}
            onChoose={(chosen) => {
              setVisit(chosen)
              setTyped(chosen ? fromVisit(chosen) : { visits: String(link.hitCount) })
            }}
          />
          <div class={styles.fields}>
            {fieldsFor(rules).map((name) => (
              <VisitorField
                key={name}
                name={name}
                value={typed[name]}
                onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </div>
          <Outcomes link={link} rules={rules} visitor={typed} />
        </>
      )}
    </section>
  )
}

interface OutcomesProps extends SimulatorProps {
  readonly visitor: TypedVisitor
}

const KINDS = { match: 'good', 'no match': undefined, unknown: 'warn', faulty: 'bad' } as const

/** The outcome of each rule for the visitor, and the visitor's destination. */
function Outcomes({ link, rules, visitor }: OutcomesProps) {
  const language = useWords()
  const { words } = language
  const { outcomes, first } = simulate(rules.map(stored), visitorOf(visitor, Date.now()))
  const decides = first?.outcome === 'match' ? first.index : undefined
  return (
    <div role="status" class="stack" data-winner={decides ?? first?.outcome ?? 'none'}>
      <ol class={styles.outcomes}>
        {rules.map((rule, at) => {
          const outcome = outcomes[at] ?? 'unknown'
          return (
            <li key={rule.key} data-winner={at === decides ? '' : undefined}>
              <span class="small">
                {at + 1}. {ruleInWords(rule, language)}
              </span>
              <span class="chip" data-kind={KINDS[outcome]}>
                {words.simulator.outcomes[outcome]}
              </span>
            </li>
          )
        })}
      </ol>
      <p>
        <strong>
          {first === undefined ? words.simulator.goesToOwn : words.simulator.decides[first.outcome](first.index + 1)}
        </strong>{' '}
        <bdi>{first === undefined ? link.target : decides === undefined ? undefined : rules[decides]?.target}</bdi>
      </p>
    </div>
  )
}

interface VisitChoiceProps {
  readonly id: string
  readonly chosen: Visit | undefined
  readonly onChoose: (visit: Visit | undefined) => void
}

/** Fills the simulator from one of the newest visits, and shows which rule decided it. */
function VisitChoice({ id, chosen, onChoose }: VisitChoiceProps) {
  const { words, format } = useWords()
  const { data } = useQuery({ ...liveHits(id), refetchInterval: false })
  const hits = data?.hits ?? []
  if (hits.length === 0) return null
  const nameOf = ({ createdAt, location, browser }: Visit) => {
    const country = location.country?.code
    const place = country === undefined || country === 'ZZ' ? undefined : format.country(country)
    return [format.dateTime(createdAt), place, browser?.name].filter(Boolean).join(' · ')
  }
  return (
    <div class="stack tight">
      <Select
        label={words.simulator.visitor}
        value={chosen?.id ?? ''}
        options={[['', words.simulator.typed], ...hits.map((hit) => [hit.id, nameOf(hit)] as const)]}
        onChange={(id) => onChoose(hits.find((hit) => hit.id === id))}
      />
      {chosen && (
        <p class="muted small">
          {chosen.rule === null ? words.simulator.decidedByTarget : words.simulator.decidedBy(chosen.rule + 1)}{' '}
          <bdi>{chosen.redirectedTo}</bdi>
        </p>
      )}
    </div>
  )
}
