import type { Link } from '../links/queries.ts'
import { useWords } from '../ui/words.tsx'
import { edited } from './conditions.ts'
import { ruleInWords } from './sentence.ts'

/** The rules that another tab or client stored, in words. */
export function StoredRules({ rules }: Pick<Link, 'rules'>) {
  const language = useWords()
  if (rules.length === 0) return <p>{language.words.rules.none}</p>
  return (
    <ol class="stack tight">
      {rules.map((rule, at) => (
        <li key={at}>
          {at + 1}. {ruleInWords(edited(rule, String(at)), language)} → <bdi>{rule.target}</bdi>
        </li>
      ))}
    </ol>
  )
}
