import { useWords } from '../ui/words.tsx'
import type { Hook } from './queries.ts'
import { useChange } from './use-change.ts'

/** Switches a webhook on or off. */
export function SwitchButton({ hook }: { readonly hook: Pick<Hook, 'id' | 'enabled'> }) {
  const { words } = useWords()
  const changing = useChange(hook.id, hook.enabled ? words.webhooks.switchedOff : words.webhooks.switchedOn)
  return (
    <button
      type="button"
      class={hook.enabled ? 'button' : 'button primary'}
      disabled={changing.isPending}
      onClick={() => changing.mutate({ enabled: !hook.enabled })}
    >
      {hook.enabled ? words.webhooks.switchOff : words.webhooks.switchOn}
    </button>
  )
}
