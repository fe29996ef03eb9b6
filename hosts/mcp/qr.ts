import { makeOwnQrCode } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

export const qrTools = [
  tool(
    'get_qr_code',
    'Create a QR code of the short URL of one of your shortlinks. Use `svg` for print, `data` for an <img>.',
    makeOwnQrCode,
    ({ url, qrCode, format, size }) => ({ url, qrCode, format, size }),
    {
      title: 'Get QR code',
      hints: reads,
      takes: ['slug', 'domainId', 'format', 'size', 'ecc'],
      output: z.object({
        url: z.string().describe('The short URL in the code.'),
        qrCode: z.string(),
        format: z.enum(['svg', 'png', 'data']),
        size: z.int(),
      }),
    },
  ),
]
