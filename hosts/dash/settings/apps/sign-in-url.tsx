import { CopyButton } from '../../ui/copy.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from './apps.module.css'

/** The URL that apps connect to which sign in, to copy. */
export function SignInUrl({ url }: { readonly url: string }) {
  const { words } = useWords()
  return (
    <div class={styles.url}>
      <code>{url}</code>
      <CopyButton wide text={url} label={words.common.copy} />
    </div>
  )
}
