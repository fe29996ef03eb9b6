import { textOf } from '../../../import/read/text.ts'
import { askPatiently, type LongWork } from '../../api/ask-patiently.ts'
import { ADD_PART, CREATE } from '../queries.ts'

/** Bytes of a part: as JSON it has less than the megabyte that a request may have. */
const PART_BYTES = 160 * 1024

/**
 * Uploads a file part by part; `onProgress` gets the share that is done.
 * @throws UnreadableFile for a file that is not text.
 */
export async function uploadFile(file: File, program: string, { signal, onProgress, onWait }: LongWork) {
  const texts = textOf(file.name, bytesOf(file))
  let text = await texts.next()
  const name = file.name.slice(0, 200) || 'file'
  const { createImport } = await askPatiently(CREATE, { name, program: program || null }, { signal, onWait })
  const { id } = createImport
  let characters = 0
  for (let index = 0; !text.done; index++) {
    const next = await texts.next()
    const last = next.done === true
    await askPatiently(ADD_PART, { id, index, text: text.value, last }, { signal, onWait })
    characters += text.value.length
    onProgress(Math.min(1, characters / file.size))
    text = next
  }
}

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PART_BYTES)
    yield new Uint8Array(await file.slice(at, at + PART_BYTES).arrayBuffer())
}
