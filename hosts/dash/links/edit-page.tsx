import { useRoute } from 'preact-iso'
import { Aliases } from './aliases.tsx'
import { DeleteLink } from './delete-link.tsx'
import { EditForm } from './edit-form.tsx'
import { LinkHead } from './link-head.tsx'

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
