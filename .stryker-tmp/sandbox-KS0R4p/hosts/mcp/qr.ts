import { makeOwnQrCode } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

export const qrTools = [
  tool(
    'get_qr_code',
    'Make a QR code that leads to the short URL of one of your shortlinks. Use `svg` for print, `data` where an <img> can show it.',
    makeOwnQrCode,
    ({ url, qrCode, format, size }) => ({ url, qrCode, format, size }),
    {
      title: 'Get QR code',
      hints: reads,
      input: z.strictObject({
        slug: z.string().describe('The slug of the link (not its id).'),
        domainId: z.string().optional().describe('The `id` of the verified custom domain that the link lives on.'),
        format: z
          .enum(['svg', 'png', 'data'])
          .default('svg')
          .describe('SVG markup, a PNG file in base64, or a PNG as a data: URL.'),
        size: z.int().min(64).max(1024).default(300).describe('Width and height in pixels.'),
        ecc: z.enum(['L', 'M', 'Q', 'H']).default('M').describe('Error correction, from least to most.'),
      }),
      output: z.object({
        url: z.string().describe('The short URL in the code.'),
        qrCode: z.string(),
        format: z.enum(['svg', 'png', 'data']),
        size: z.int(),
      }),
    },
  ),
]
