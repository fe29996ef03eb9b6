import { useMutation } from '@tanstack/preact-query'
import { useId, useState } from 'preact/hooks'
import { askPatiently, type OnWait } from '../../api/ask-patiently.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useSecondsUntil } from '../../ui/states.tsx'
import { wordText } from '../../ui/text/error-words.ts'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { inParts } from '../in-parts.ts'
import { ADD_MANY, BULK_SIZE, type NewLink } from '../queries.ts'
import { tagsOf } from '../tag-names.ts'
import { TagsField } from '../tags-field.tsx'
import { BulkReport, type MadeLine } from './bulk-report.tsx'
import { BulkTable } from './bulk-table.tsx'
import { lineFaults, type PastedLine, pastedLines } from './pasted-lines.ts'
import { useDomainChoice } from './use-domain-choice.tsx'

/** The campaign parameters that all links of a batch can have. */
const UTM = ['source', 'medium', 'campaign'] as const

interface BulkDialogProps {
  readonly initial: string
  readonly onClose: () => void
}

/** Creates a link from each pasted line: one preview, one confirmation, and one report that names the failed lines. */
export function BulkDialog({ initial, onClose }: BulkDialogProps) {
  const { words, format } = useWords()
  const id = useId()
  const [text, setText] = useState(initial)
  const lines = pastedLines(text)
  const faults = lineFaults(lines)
  const good = lines.filter(({ line }) => !faults.has(line))
  const wrong = lines.flatMap((line) => {
    const fault = faults.get(line.line)
    return fault === undefined ? [] : [{ ...line, error: words.bulk.faults[fault] }]
  })
  const { domainId, domainField } = useDomainChoice()
  const [tags, setTags] = useState('')
  const [utm, setUtm] = useState<Partial<Record<(typeof UTM)[number], string>>>({})
  const given = Object.entries(utm).filter(([, value]) => value.trim() !== '')
  const common = {
    ...(domainId !== undefined && { domainId }),
    ...(tagsOf(tags).length > 0 && { tags: tagsOf(tags) }),
    ...(given.length > 0 && { utm: Object.fromEntries(given.map(([name, value]) => [name, value.trim()])) }),
  }
  const [waitUntilMs, setWaitUntilMs] = useState<number>()
  const seconds = useSecondsUntil(waitUntilMs)
  const making = useMutation({ mutationFn: (all: Making) => makeAll(all, setWaitUntilMs) })
  const correct = (again: readonly PastedLine[]) => {
    setText(again.map(({ target, slug }) => [target, slug].filter(Boolean).join(' ')).join('\n'))
    making.reset()
  }
  return (
    <Dialog title={words.bulk.title} class="wide" onClose={making.isPending ? undefined : onClose}>
      {making.data ? (
        <BulkReport
          made={making.data.made}
          failed={[...wrong, ...making.data.failed.map((line) => ({ ...line, error: wordText(words, line.error) }))]}
          onCorrect={correct}
        />
      ) : (
        <>
          <div class="stack tight">
            <label for={id}>{words.bulk.lines}</label>
            <textarea
              id={id}
              rows={8}
              spellcheck={false}
              value={text}
              aria-describedby={`${id}-hint`}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <p id={`${id}-hint`} class="muted small">
              {words.bulk.hint}
            </p>
          </div>
          {domainField}
          <TagsField label={words.edit.tags} value={tags} onInput={setTags} />
          <div class="columns">
            {UTM.map((name) => (
              <Field
                key={name}
                label={`utm_${name}`}
                maxLength={200}
                value={utm[name] ?? ''}
                onInput={(value) => setUtm((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </div>
          <BulkTable lines={good} wrong={wrong} />
          {seconds > 0 && <p role="status">{words.states.goesOnIn(seconds)}</p>}
          <Refusal error={making.error} />
        </>
      )}
      <div class="actions">
        <button type="button" class="button" disabled={making.isPending} onClick={onClose}>
          {making.data ? words.common.close : words.common.cancel}
        </button>
        {!making.data && (
          <WriteButton
            class="primary"
            isBusy={making.isPending}
            error={making.error}
            disabled={good.length === 0}
            onClick={() => making.mutate({ lines: good, common })}
          >
            {words.bulk.make(good.length, format.number(good.length))}
          </WriteButton>
        )}
      </div>
    </Dialog>
  )
}

interface Making {
  readonly lines: readonly PastedLine[]
  /** Options of all links. */
  readonly common: Pick<NewLink, 'domainId' | 'tags' | 'utm'>
}

async function makeAll({ lines, common }: Making, onWait: OnWait) {
  const made: MadeLine[] = []
  const failed: (PastedLine & { error: string })[] = []
  const outcomes = await inParts(lines, BULK_SIZE, async (part) => {
    const inputs = part.map(({ target, slug }) => ({
      target,
      ...(slug === undefined ? {} : { shortlink: slug }),
      ...common,
    }))
    return (await askPatiently(ADD_MANY, { inputs }, { onWait })).createShortlinks
  })
  outcomes.forEach((outcome, at) => {
    const line = lines[at] as PastedLine
    if ('shortlink' in outcome && outcome.shortlink)
      made.push({ shortUrl: outcome.shortlink.shortUrl, target: line.target })
    else failed.push({ ...line, error: outcome.error ?? '' })
  })
  return { made, failed }
}
