import { useQuery } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './admin.module.css'
import { CREATE_INVITE, stats } from './queries.ts'
import { SecretLinkButton } from './secret-link-button.tsx'
import { AdminSection } from './section.tsx'

/** The sizes of the instance, and who can sign up. */
export function OverviewPage() {
  const { words, format } = useWords()
  const query = useQuery(stats)
  return (
    <AdminSection>
      <Loaded query={query} height="16rem">
        {({ adminStats: { accounts, links, visits, openReports }, service: { signup } }) => (
          <>
            <section class="card" aria-label={words.admin.sizes}>
              <dl class={styles.stats}>
                {(
                  [
                    [words.admin.accounts, accounts],
                    [words.frame.links, links],
                    [words.frame.visits, visits],
                    [words.admin.openReports, openReports],
                  ] as const
                ).map(([name, value]) => (
                  <div key={name}>
                    <dt class="muted small">{name}</dt>
                    <dd class="number">{format.number(value)}</dd>
                  </div>
                ))}
              </dl>
            </section>
            <section class="card stack" aria-label={words.admin.signUp}>
              <h2>{words.admin.signUp}</h2>
              <p>{words.admin.policies[signup]}</p>
              {signup === 'INVITE' && <Invite />}
            </section>
          </>
        )}
      </Loaded>
    </AdminSection>
  )
}

/** Creates an invitation; its link is shown once. */
function Invite() {
  const { words } = useWords()
  const create = async () => (await ask(CREATE_INVITE, {})).adminCreateInvite.url
  return (
    <SecretLinkButton title={words.admin.inviteTitle} create={create}>
      {words.admin.invite}
    </SecretLinkButton>
  )
}
