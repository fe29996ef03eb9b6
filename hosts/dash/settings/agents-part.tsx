import { useQuery } from '@tanstack/preact-query'
import { service } from '../account/queries.ts'
import { CopyButton } from '../ui/copy.tsx'
import { useWords } from '../ui/words.tsx'
import { SignInUrl } from './apps/sign-in-url.tsx'

/** The URL for AI agents, in the form that MCP clients take. Nothing while MCP is disabled. */
export function AgentsPart() {
  const { words } = useWords()
  const { data } = useQuery(service)
  if (!data?.mcpUrl) return null
  const configuration = JSON.stringify(
    { mcpServers: { shortlink: { url: data.mcpUrl, headers: { 'x-api-key': 'YOUR_KEY' } } } },
    null,
    2,
  )
  return (
    <section class="card stack" aria-label={words.settings.agents}>
      {data.mcpOauthUrl && (
        <>
          <p class="muted small">{words.apps.agentsHint}</p>
          <SignInUrl url={data.mcpOauthUrl} />
        </>
      )}
      <p class="muted small">{words.settings.agentsHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class="scroll-x" tabIndex={0} aria-label={words.settings.configuration}>
        <pre class="code unbroken">{configuration}</pre>
      </section>
      <div>
        <CopyButton wide text={configuration} label={words.common.copy} />
      </div>
    </section>
  )
}
