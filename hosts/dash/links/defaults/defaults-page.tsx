import { useQuery } from '@tanstack/preact-query'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { choices } from '../queries.ts'
import { DefaultsForm } from './defaults-form.tsx'
import { TemplatesPart } from './templates-part.tsx'

/** Sets the defaults for new links, and manages campaign templates. */
export function DefaultsPage() {
  const { words } = useWords()
  const known = useQuery(choices)
  return (
    <Page title={words.defaults.title} crumbs={[{ title: words.frame.settings, href: '/dash/settings' }]}>
      <Loaded query={known} height="30rem">
        {(known) => (
          <>
            <DefaultsForm known={known} />
            <TemplatesPart templates={known.campaignTemplates} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
