import { useEffect, useState } from 'preact/hooks'
import { ErrorBoundary, Route, Router, useLocation } from 'preact-iso'
import { queryClient } from './api/query-client.ts'
import { onSession, seemsSignedIn } from './api/session.ts'
import { Frame } from './frame/frame.tsx'
import { NotFoundPage } from './frame/not-found-page.tsx'
import { ConnectPage, ResetPage, ROUTES, SharedPage, SignInPage, SignUpPage } from './routes.tsx'
import { usePreference } from './ui/browser/preferences.ts'
import { dropAllDrafts } from './ui/drafts/kept-drafts.ts'

/** The pages of the signed-in user in their frame, or the sign-in pages. */
export function App() {
  const { isSignedIn, session } = useSession()
  useTheme()
  const [isLoading, setLoading] = useState(false)
  const { path } = useLocation()
  const Single = pageWithoutFrame(path, isSignedIn)
  if (Single) {
    return (
      // Setting a new password ends the session: the page that says so stays.
      <ErrorBoundary key={Single === ConnectPage ? session : path}>
        <Single />
      </ErrorBoundary>
    )
  }
  return (
    <Frame key={session} isLoading={isLoading}>
      <ErrorBoundary>
        <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
          {ROUTES.map(({ path, component }) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route default component={NotFoundPage} />
        </Router>
      </ErrorBoundary>
    </Frame>
  )
}

function pageWithoutFrame(path: string, isSignedIn: boolean) {
  if (path.startsWith('/dash/shared/')) return SharedPage
  if (path === '/dash/reset') return ResetPage
  if (!isSignedIn) return path === '/dash/sign-up' ? SignUpPage : SignInPage
  return path.startsWith('/dash/connect/') ? ConnectPage : undefined
}

function useSession() {
  const [isSignedIn, setSignedIn] = useState(seemsSignedIn)
  /** Counts sign-ins and sign-outs in any tab; each redraws the frame, so that no data of the previous account stays. */
  const [session, setSession] = useState(0)
  const { path, route } = useLocation()
  useEffect(
    () =>
      onSession((news) => {
        // Never show one account's data to another.
        queryClient.clear()
        dropAllDrafts()
        setSignedIn(news === 'signed-in')
        setSession((before) => before + 1)
      }),
    [],
  )
  useEffect(() => {
    if (isSignedIn && (path === '/dash/sign-in' || path === '/dash/sign-up')) route(wayOn(location.search), true)
  }, [isSignedIn, path, route])
  return { isSignedIn, session }
}

/** The user's destination after sign-in: a path of the dashboard, from the parameter `to`; otherwise the list of links. */
export function wayOn(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? ''
  return /^\/dash(?:[/?#]|$)/.test(to) ? to : '/dash'
}

function useTheme() {
  const theme = usePreference('theme')
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}
