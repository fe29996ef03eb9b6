import { useQuery } from '@tanstack/preact-query'
import { ExternalLink, QrCode } from 'lucide'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { bioAddress } from '../../http/pages/bio-page.ts'
import { service } from '../account/queries.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded, Missing } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { Editor } from './editor.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { type BioPage, bioPages } from './queries.ts'
import { ViewsPart } from './views-part.tsx'

/** The editor of one bio page. */
export function BioEditorPage() {
  const { words } = useWords()
  const { id } = useRoute().params
  const query = useQuery(bioPages)
  const server = useQuery(service)
  const page = query.data?.find((one) => one.id === id)
  const list = { title: words.frame.bio, href: '/dash/bio' }
  const crumbs = [list]
  if (query.data !== undefined && page === undefined) {
    return (
      <Page title={words.bio.missing} crumbs={crumbs}>
        <Missing advice={words.bio.missingAdvice} list={list} />
      </Page>
    )
  }
  const url = page && server.data && bioAddress(server.data.baseUrl, page.slug)
  return (
    <Page
      title={page ? page.title?.trim() || page.slug : words.states.loading}
      crumbs={crumbs}
      actions={url && <Actions url={url} slug={page.slug} />}
    >
      <Loaded query={{ ...query, data: page }} height="40rem">
        {(page: BioPage) => (
          <Loaded query={server} height="40rem">
            {({ baseUrl }) => (
              <>
                <ViewsPart page={page} />
                <Editor key={page.id} page={page} readAt={query.dataUpdatedAt} url={bioAddress(baseUrl, page.slug)} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ url, slug }: { readonly url: string; readonly slug: string }) {
  const { words } = useWords()
  const [isQrOpen, setQrOpen] = useState(false)
  return (
    <>
      <CopyButton wide text={url} label={words.common.copy} />
      <button type="button" class="button" onClick={() => setQrOpen(true)}>
        <Icon of={QrCode} /> <span>{words.bio.qr}</span>
      </button>
      <a class="button" href={url} target="_blank" rel="noreferrer">
        <Icon of={ExternalLink} /> <span>{words.links.open}</span>
      </a>
      {isQrOpen && <QrDialog url={url} name={slug} onClose={() => setQrOpen(false)} />}
    </>
  )
}
