import { useRoute } from 'preact-iso'
import { LinkHead } from '../links/link-head.tsx'
import { QrEditor } from './qr-editor.tsx'

/** The QR code of a link. */
export function QrPage() {
  const { params } = useRoute()
  const id = params.id ?? ''
  return (
    <LinkHead id={id} page="qr">
      {(link) => <QrEditor url={link.shortUrl} name={link.shortlink} />}
    </LinkHead>
  )
}
