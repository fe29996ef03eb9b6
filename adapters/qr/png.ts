import { crc32, deflateSync } from 'node:zlib'
import type { QrStyle } from '@shortlink/core'
import type { QrLayout } from '@shortlink/core/adapter'
import type { Matrix } from './matrix.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const FILTER_NONE = 0
const FILTER_UP = 2
/** Fast, since an image consists almost only of zeros: 22 µs at 256 pixels and 56 at 1024, a sixth of the cost of a pool thread. */
const compress = (bytes: Buffer) => deflateSync(bytes, { level: 1 })

/** A PNG of two palette colors, one bit a pixel: the smallest that the format allows, a few kilobytes at any size. */
export function drawPng(matrix: Matrix, layout: QrLayout, style: QrStyle): Buffer {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(style.size)),
    chunk('PLTE', Buffer.from(style.bgColor.slice(1) + style.color.slice(1), 'hex')),
    chunk('IDAT', compress(scanlines(matrix, layout, style.size))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(size, 4)
  // One bit a pixel, palette colors; then deflate, adaptive filters and no interlacing.
  bytes.set([1, 3, 0, 0, 0], 8)
  return bytes
}

/** A row equal to the one above is filtered to zeros, so that all but one row of each module compress to almost nothing. */
function scanlines({ size: modules, data }: Matrix, { scale, offset }: QrLayout, size: number): Buffer {
  const stride = 1 + Math.ceil(size / 8)
  const bytes = Buffer.alloc(stride * size)
  const end = offset + modules * scale
  for (let y = 0; y < size; y++) {
    const line = y * stride
    const startsRow = y >= offset && y < end && (y - offset) % scale === 0
    bytes[line] = startsRow || y === end ? FILTER_NONE : FILTER_UP
    if (startsRow) drawRow(bytes, line + 1, data, ((y - offset) / scale) * modules, { modules, scale, offset })
  }
  return bytes
}

function drawRow(
  bytes: Buffer,
  line: number,
  data: Uint8Array,
  row: number,
  { modules, scale, offset }: QrLayout & { modules: number },
) {
  for (let x = offset; x < offset + modules * scale; x++) {
    if (data[row + Math.floor((x - offset) / scale)])
      bytes[line + (x >> 3)] = (bytes[line + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length)
  return bytes
}
