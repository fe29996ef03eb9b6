import { Clock, Gauge, GitFork, type IconNode, Link2, Lock, Megaphone } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import type { Format } from '../../ui/text/format.ts'
import { useWords } from '../../ui/words.tsx'
import type { Messages } from '../../words/messages.ts'
import type { Row } from '../queries.ts'
import styles from './link-row.module.css'

/** Icons for the options of a link that make it special, each with its value as a tooltip. */
export function LinkMarks({ link }: { readonly link: Row }) {
  const { words, format } = useWords()
  return (
    <>
      {marksOf(link, words, format).map(([icon, text]) => (
        <span key={text} class={styles.mark} role="img" aria-label={text} title={text}>
          <Icon of={icon} size={14} />
        </span>
      ))}
    </>
  )
}

function marksOf(link: Row, { edit: { summary }, links: { marks } }: Messages, format: Format) {
  const { startsAt, expiresAt, maxVisits, utm, aliases } = link
  const dates = [
    startsAt === null ? '' : summary.from(format.date(startsAt)),
    expiresAt === null ? '' : summary.until(format.date(expiresAt)),
  ].filter(Boolean)
  const campaign = utm && [utm.source, utm.medium, utm.campaign].filter(Boolean).join(' · ')
  const all: readonly (readonly [IconNode, string | false | null | undefined])[] = [
    [GitFork, link.hasRules && marks.rules],
    [Lock, link.hasPassword && marks.password],
    [Clock, dates.join(', ')],
    [Gauge, maxVisits !== null && marks.limit(maxVisits, format.number(maxVisits))],
    [Megaphone, campaign !== null && marks.campaign(campaign)],
    [Link2, aliases.length > 0 && marks.aliases(aliases.map((alias) => `/${alias}`).join(', '))],
  ]
  return all.flatMap(([icon, text]) => (text ? [[icon, text] as const] : []))
}
