import { useEffect, useState } from 'preact/hooks'
import { loadChunk } from '../browser/reload-once.ts'
import { toast } from '../toast.tsx'
import { useWords } from '../words.tsx'

/** A component in a separate chunk, loaded once it is wanted; undefined until then. */
export function useChunk<Component>(isWanted: boolean, load: () => Promise<Component>): Component | undefined {
  const { words } = useWords()
  // In an object, since a component is a function, which a state would call.
  const [chunk, setChunk] = useState<{ readonly component: Component }>()
  useEffect(() => {
    if (!isWanted || chunk !== undefined) return
    loadChunk(load).then(
      (component) => setChunk({ component }),
      () => toast(words.states.stale),
    )
  }, [isWanted])
  return isWanted ? chunk?.component : undefined
}
