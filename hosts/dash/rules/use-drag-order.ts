import { useRef, useState } from 'preact/hooks'

/** Drop position of a dragged item: before or after the item under the pointer. */
type Drop = 'before' | 'after' | undefined

/**
 * Moves the items of a list by dragging their handles, with the browser's own drag and drop. Touch screens and keyboards have none, so each
 * item has buttons too.
 */
export function useDragOrder(move: (from: number, to: number) => void) {
  // A ref, since the next event may come before the list is rendered again.
  const dragged = useRef<number>(undefined)
  const [over, setOver] = useState<number>()
  const end = () => {
    dragged.current = undefined
    setOver(undefined)
  }
  const dropAt = (at: number): Drop => {
    const from = dragged.current
    return over !== at || from === undefined || from === at ? undefined : from > at ? 'before' : 'after'
  }
  return {
    /** The props of an item's handle. */
    handle: (at: number) => ({
      draggable: true,
      onDragStart({ dataTransfer, currentTarget }: DragEvent) {
        if (!dataTransfer || !(currentTarget instanceof Element)) return
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', String(at + 1))
        dataTransfer.setDragImage(currentTarget.closest('li') ?? currentTarget, 16, 16)
        dragged.current = at
      },
      onDragEnd: end,
    }),
    /** The props of an item. */
    item: (at: number) => ({
      'data-drop': dropAt(at),
      onDragOver(event: DragEvent) {
        if (dragged.current === undefined) return
        event.preventDefault()
        setOver(at)
      },
      onDrop(event: DragEvent) {
        if (dragged.current === undefined) return
        event.preventDefault()
        move(dragged.current, at)
        end()
      },
    }),
  }
}
