import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import type { Hook } from './queries.ts'
import { useChange } from './use-change.ts'

/** Switches a webhook on or off. */
export function SwitchButton({ hook }: { readonly hook: Pick<Hook, 'id' | 'enabled'> }) {
  const { words } = useWords()
  const changing = useChange(hook.id)
  const done = hook.enabled ? words.webhooks.switchedOff : words.webhooks.switchedOn
  return (
    <WriteButton
      class={hook.enabled ? '' : 'primary'}
      isBusy={changing.isPending}
      error={changing.error}
      onClick={() => changing.mutate({ changes: { enabled: !hook.enabled }, done })}
    >
      {hook.enabled ? words.webhooks.switchOff : words.webhooks.switchOn}
    </WriteButton>
  )
}
