import './style/tokens.css'
import './style/base.css'
import './style/controls.css'
import './style/parts.css'
import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { LocationProvider } from 'preact-iso'
import { reportLeaving, reportNoAnswer } from './api/connection.ts'
import { queryClient } from './api/query-client.ts'
import { seemsSignedIn } from './api/session.ts'
import { App } from './app.tsx'
import { filterOf } from './links/list-filter.ts'
import { linksPage } from './links/queries.ts'
import { preference } from './ui/browser/preferences.ts'
import { WordsProvider } from './ui/words.tsx'

// Before the first paint, so that no page flashes in the other theme.
const theme = preference('theme')
if (theme !== 'system') document.documentElement.dataset.theme = theme

// Before the listeners of the page, which send what can still be undone.
addEventListener('pagehide', () => reportLeaving(true))

// A page from the browser's back/forward cache may belong to a session that has ended since.
addEventListener('pageshow', ({ persisted }) => {
  reportLeaving(false)
  if (persisted) void queryClient.invalidateQueries()
})

// The browser knows at once that the network is gone, before a request fails.
addEventListener('offline', () => reportNoAnswer())

// Before the first rendering, so that the server reads the links meanwhile.
if (seemsSignedIn() && location.pathname === '/dash') {
  void queryClient.prefetchQuery(linksPage(filterOf(new URLSearchParams(location.search)), 0))
}

render(
  <QueryClientProvider client={queryClient}>
    <WordsProvider>
      <LocationProvider scope="/dash">
        <App />
      </LocationProvider>
    </WordsProvider>
  </QueryClientProvider>,
  document.getElementById('app') as HTMLElement,
)
