import { useRoute } from 'preact-iso'
import { DeleteLink } from '../delete-link.tsx'
import { LinkHead } from '../link-head.tsx'
import { Aliases } from './aliases.tsx'
import { EditForm } from './edit-form.tsx'

/** All options of a link but its rules. */
export function EditPage() {
  const { params } = useRoute()
  const id = params.id ?? ''
  return (
    <LinkHead id={id} page="edit">
      {(link) => (
        <>
          <EditForm key={link.id} link={link} />
          <div class="columns">
            <Aliases link={link} />
            <DeleteLink link={link} />
          </div>
        </>
      )}
    </LinkHead>
  )
}
