import { makeOwnQrCode, type QrCode } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from '../table/tool.ts'

/** MCP hosts show a PNG only as an image content item; they pass base64 within text on as text. */
const pictureOf = ({ format, qrCode }: QrCode) =>
  format === 'png' ? [{ type: 'image' as const, data: qrCode, mimeType: 'image/png' }] : []

export const qrTools = [
  tool(
    'get_qr_code',
    'Create a QR code of the short URL of one of your shortlinks. Use `png` to see it, `svg` for print, `data` for an <img>.',
    makeOwnQrCode,
    ({ url, qrCode, format, size }) => ({ url, qrCode, format, size }),
    {
      title: 'Get QR code',
      hints: reads,
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
