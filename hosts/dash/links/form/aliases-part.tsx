import { Trash2 } from 'lucide'
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { aliasesOf } from '../draft/draft.ts'
import { slugFault } from '../draft/draft-faults.ts'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

/** Further slugs of the link. */
export function AliasesPart({ draft, set, faultOf }: PartProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const aliases = aliasesOf(draft)
  const slug = typed.trim()
  const wrong = slugFault(slug, words)
  const refused = faultOf('aliases')
  const keep = (after: readonly string[]) => set({ aliases: after.join(' ') })
  const add = () => {
    setTried(true)
    if (wrong !== undefined) return
    keep([...new Set([...aliases, slug])])
    setTyped('')
    setTried(false)
  }
  return (
    <Section title={words.edit.aliases} summary={summaryOf(aliases.map((alias) => `/${alias}`).join(', '))}>
      <p class="muted small">{words.edit.aliasesHint}</p>
      {aliases.length > 0 && (
        <ul class="stack tight">
          {aliases.map((alias) => (
            <li key={alias} class="cluster apart">
              <code>/{alias}</code>
              <button
                type="button"
                class="button plain"
                aria-label={words.edit.removeAlias(alias)}
                onClick={() => keep(aliases.filter((other) => other !== alias))}
              >
                <Icon of={Trash2} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={words.edit.newAlias}
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        value={typed}
        fault={(isTried ? wrong : undefined) ?? refused}
        onInput={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || slug === '') return
          event.preventDefault()
          add()
        }}
      />
      <div>
        <button type="button" class="button" disabled={slug === ''} onClick={add}>
          {words.common.add}
        </button>
      </div>
    </Section>
  )
}
