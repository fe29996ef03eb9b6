import { etagOf } from '../../http/response/conditional.ts'
import type { Answer } from './answers.ts'

interface Image {
  readonly type: string
  readonly bytes: string | Uint8Array<ArrayBuffer>
}

/** An image. */
export const image = <Out>(toImage: (out: Out) => Image): Answer<Out> => ({
  status: 200,
  description: 'The image.',
  schema: { type: 'string' },
  mediaTypes: ['image/svg+xml', 'image/png'],
  shapes: [],
  isTagged: true,
  body(out) {
    const { type, bytes } = toImage(out)
    return {
      bytes,
      etag: etagOf(bytes),
      headers: {
        'content-type': type,
        // An SVG opened by itself is a page: this one runs nothing and loads nothing.
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      },
    }
  },
})
