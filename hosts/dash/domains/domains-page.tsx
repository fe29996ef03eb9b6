import { useQuery } from '@tanstack/preact-query'
import { Globe } from 'lucide'
import { useState } from 'preact/hooks'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { AddDomain } from './add-domain.tsx'
import { DomainCard } from './domain-card.tsx'
import { domains } from './queries.ts'

/** The domains of the account: add, verify and delete. */
export function DomainsPage() {
  const { words } = useWords()
  const query = useQuery(domains)
  const [added, setAdded] = useState<{ readonly id: string; readonly atMs: number }>()
  return (
    <Page title={words.frame.domains}>
      <AddDomain onAdded={({ id }) => setAdded({ id, atMs: Date.now() })} />
      <Loaded query={query} height="16rem">
        {({ domains, service }) =>
          domains.length === 0 ? (
            <NoDomains />
          ) : (
            <ul class="stack" aria-label={words.frame.domains}>
              {domains.map((domain) => (
                <DomainCard
                  key={domain.id}
                  domain={domain}
                  baseUrl={service.baseUrl}
                  addedAtMs={added?.id === domain.id ? added.atMs : undefined}
                  onDeleted={focusHeading}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

/** The focused button was removed with its domain. */
const focusHeading = () => document.querySelector('h1')?.focus()

function NoDomains() {
  const { words } = useWords()
  return (
    <Empty
      icon={Globe}
      title={words.domains.none}
      advice={words.domains.noneAdvice}
      query={'mutation { addDomain(hostname: "go.example.com") { id txtToken } }'}
    />
  )
}
