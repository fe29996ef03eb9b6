import { useState } from 'preact/hooks'

/**
 * Drag and drop with the browser's own events: tracks the dragged position and the one under the pointer. `onMove` gets both on drop.
 * Returns properties for each position, and a function for its handle.
 */
export function useDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }
  const place = (at: number) => ({
    'data-dragged': at === from ? '' : undefined,
    'data-drop': from === undefined || at !== over || at === from ? undefined : at < from ? 'before' : 'after',
    onDragOver: (event: DragEvent) => {
      // Ignore files and text from elsewhere.
      if (from === undefined) return
      event.preventDefault()
      setOver(at)
    },
    onDrop: (event: DragEvent) => {
      if (from === undefined) return
      event.preventDefault()
      end()
      onMove(from, at)
    },
  })
  const start = (at: number) => (event: DragEvent) => {
    const item = (event.currentTarget as Element).closest('li')
    if (item === null || event.dataTransfer === null) return
    // Firefox drags nothing without data.
    event.dataTransfer.setData('text/plain', '')
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setDragImage(item, 16, 16)
    setFrom(at)
  }
  return { place, start, end }
}
