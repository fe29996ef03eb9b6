import { makeOwnQrCode, type QrCode } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from '../table/tool.ts'

/** MCP hosts show a PNG only as an image content item; they pass base64 within text on as text. */
const pictureOf = ({ format, qrCode }: QrCode) =>
  format === 'png' ? [{ type: 'image' as const, data: qrCode, mimeType: 'image/png' }] : []

export const qrTools = [
  tool(
    'get_qr_code',
    'Create a QR code of a link. Needs id, or slug. Returns url, qrCode, format, size. Use png to see it, svg for print, data for an <img>. ' +
      'Example: {"slug":"sale","format":"png"}',
    makeOwnQrCode,
    ({ url, qrCode, format, size }) => ({ url, qrCode, format, size }),
    {
      title: 'Get QR code',
      hints: reads,
      domain: 'domainId',
      words: {
        domainId: 'Instead of hostname.',
        format: 'Image format.',
        size: 'In pixels.',
        ecc: 'Error correction, low to high.',
        margin: 'Quiet zone in modules.',
        color: 'Foreground, black by default.',
        bgColor: 'Background, white by default.',
      },
      output: z.object({
        url: z.string(),
        qrCode: z.string(),
        format: z.string(),
        size: z.int(),
      }),
      pictures: pictureOf,
    },
  ),
]
