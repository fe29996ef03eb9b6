import { useQuery } from '@tanstack/preact-query'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { AUDIT_PATH } from './audit-filter.ts'
import { actorOf, deedOf } from './names.ts'
import { linkHistory } from './queries.ts'

/** The newest changes of a link, with a link to all of them. */
export function LinkHistory({ id }: { readonly id: string }) {
  const { words, format } = useWords()
  const query = useQuery(linkHistory(id))
  return (
    <section class="card stack" aria-label={words.audit.history}>
      <div class="cluster apart">
        <h2>{words.audit.history}</h2>
        <a class="small" href={`${AUDIT_PATH}?record=${id}`}>
          {words.audit.whole}
        </a>
      </div>
      <Loaded query={query} height="8rem">
        {({ auditLog: { items }, ...known }) =>
          items.length === 0 ? (
            <p class="muted">{words.audit.noHistory}</p>
          ) : (
            <ul class="stack tight" aria-label={words.audit.history}>
              {items.map((entry) => (
                <li key={entry.id}>
                  <bdi>{actorOf(entry, known, words).name}</bdi> {deedOf(entry, words, format)}
                  <span class="muted small">
                    {' · '}
                    <time dateTime={entry.at} title={format.dateTime(entry.at)}>
                      {format.ago(entry.at)}
                    </time>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
