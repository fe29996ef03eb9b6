import { useChunk } from '../hooks/use-chunk.ts'

/** The dialog that saves the QR codes of many links. It and the drawing of codes are a separate chunk, loaded once it is open. */
export const useZipDialog = (isOpen: boolean) =>
  useChunk(isOpen, () => import('./zip-dialog.tsx').then((chunk) => chunk.ZipDialog))
