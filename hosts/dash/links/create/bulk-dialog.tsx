import { useMutation, useQuery } from '@tanstack/preact-query'
import { useId, useState } from 'preact/hooks'
import { askPatiently, type OnWait } from '../../api/ask-patiently.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSecondsUntil } from '../../ui/states.tsx'
import { wordText } from '../../ui/text/error-words.ts'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { CampaignFields, type CampaignTexts, campaignTexts, givenCampaign } from '../campaign-fields.tsx'
import { DefaultsNote } from '../defaults/defaults-note.tsx'
import { inParts } from '../in-parts.ts'
import { ADD_MANY, BULK_SIZE, linkDefaults, type NewLink } from '../queries.ts'
import { tagsOf } from '../tag-names.ts'
import { TagsField } from '../tags-field.tsx'
import { BulkReport, type MadeLine } from './bulk-report.tsx'
import { BulkTable } from './bulk-table.tsx'
import { lineFaults, type PastedLine, pastedLines } from './pasted-lines.ts'
import { useDomainChoice } from './use-domain-choice.tsx'

interface BulkDialogProps {
  readonly initial: string
  readonly onClose: () => void
}

/** Creates a link from each pasted line: one preview, one confirmation, and one report that names the failed lines. Starts with the defaults. */
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
  const { data: defaults, isPending } = useQuery(linkDefaults)
  const [typedTags, setTags] = useState<string>()
  const [typedCampaign, setCampaign] = useState<Partial<CampaignTexts>>({})
  const tags = typedTags ?? defaults?.tags.join(', ') ?? ''
  const campaign = { ...campaignTexts(defaults?.template?.utm), ...typedCampaign }
  const utm = givenCampaign(campaign)
  const common = {
    ...(domainId !== undefined && { domainId }),
    ...(tagsOf(tags).length > 0 && { tags: tagsOf(tags) }),
    ...(utm && { utm }),
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
          <BulkTable lines={good} wrong={wrong} />
          <DefaultsNote />
          {domainField}
          <TagsField label={words.edit.tags} value={tags} onInput={setTags} />
          <CampaignFields
            hasTemplates
            values={campaign}
            onChange={(part) => setCampaign((before) => ({ ...before, ...part }))}
          />
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
            disabled={good.length === 0 || isPending}
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
