import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import styles from '../../ui/rows.module.css'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import type { Messages } from '../../words/messages.ts'
import { END_OTHER_SESSIONS, END_SESSION, type ListedSession, sessions } from './queries.ts'

/** The account's sessions, the one of this browser first, each other one with a button that ends it. */
export function SessionsPart() {
  const { words } = useWords()
  const client = useQueryClient()
  const query = useQuery(sessions)
  const [asked, setAsked] = useState<ListedSession | 'others'>()
  const ending = useMutation({
    mutationFn: async (what: ListedSession | 'others') => {
      if (what !== 'others') return void (await ask(END_SESSION, { id: what.id }))
      const { endOtherSessions } = await ask(END_OTHER_SESSIONS, {})
      toast(words.settings.sessionsEnded(endOtherSessions))
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessions.queryKey }),
    onSuccess: () => setAsked(undefined),
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.settings.sessions}>
      <h3>{words.settings.sessions}</h3>
      <Loaded query={query} height="6rem">
        {(list) => (
          <>
            <ul class={styles.rows} aria-label={words.settings.sessions}>
              {list
                .toSorted((one, other) => Number(other.current) - Number(one.current))
                .map((session) => (
                  <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
                ))}
            </ul>
            {list.some(({ current }) => !current) && (
              <div>
                <button type="button" class="button danger" onClick={() => setAsked('others')}>
                  {words.settings.endOthers}
                </button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          title={asked === 'others' ? words.settings.endOthers : words.settings.endSession(deviceOf(asked, words))}
          action={asked === 'others' ? words.settings.endSessions : words.settings.end}
          isBusy={ending.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => ending.mutate(asked)}
        >
          <p>{words.settings.endLoss}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface SessionRowProps {
  readonly session: ListedSession
  readonly onEnd: () => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { words, format } = useWords()
  const { network, createdAt, lastUsedAt, current } = session
  const device = deviceOf(session, words)
  const times = words.settings.sessionTimes(format.ago(lastUsedAt), format.date(createdAt))
  return (
    <li>
      <div>
        <strong>{current ? `${words.settings.thisBrowser} · ${device}` : device}</strong>
        <p class="muted small">{[...(network ? [network] : []), times].join(' · ')}</p>
      </div>
      {!current && (
        <button type="button" class="button danger" aria-label={words.settings.endSession(device)} onClick={onEnd}>
          {words.settings.end}
        </button>
      )}
    </li>
  )
}

const deviceOf = ({ browser, os }: ListedSession, words: Messages) =>
  browser && os ? words.settings.device(browser, os) : (browser ?? os ?? words.settings.unknownDevice)
