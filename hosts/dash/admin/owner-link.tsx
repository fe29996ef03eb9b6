import { useWords } from '../ui/words.tsx'

/** The account of a link, as a link to its row. */
export function OwnerLink({ email }: { readonly email: string | null }) {
  const { words } = useWords()
  if (email === null) return <>{words.admin.anonymous}</>
  return (
    <a href={`/dash/admin/accounts?search=${encodeURIComponent(email)}`}>
      <bdi>{email}</bdi>
    </a>
  )
}
