import { useRoute } from 'preact-iso'
import { LinkHead } from '../links/link-head.tsx'
import { RulesEditor } from './rules-editor.tsx'

/** The routing rules of a link, and a simulator of them. */
export function RulesPage() {
  const { params } = useRoute()
  const id = params.id ?? ''
  return (
    <LinkHead id={id} page="rules">
      {(link) => <RulesEditor key={link.id} link={link} />}
    </LinkHead>
  )
}
