/** Maximum edge of a logo in pixels: enough for a code of 4096 pixels. */
const LOGO_PX = 820

/** Renders an SVG to a PNG of that width; undefined if the browser cannot. */
export async function pngOf(svg: string, widthPx: number): Promise<Blob | undefined> {
  const image = await loaded(`data:image/svg+xml,${encodeURIComponent(svg)}`)
  return image && drawn(image, widthPx, heightOf(image, widthPx))
}

/** Renders an SVG to the red, green and blue bytes of its pixels. */
export async function rgbOf(svg: string, widthPx: number) {
  const image = await loaded(`data:image/svg+xml,${encodeURIComponent(svg)}`)
  const canvas = image && canvasOf(image, widthPx, heightOf(image, widthPx))
  if (!canvas) return undefined
  const { width, height } = canvas.canvas
  const { data } = canvas.getImageData(0, 0, width, height)
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
  return { width, height, rgb }
}

const heightOf = ({ naturalWidth, naturalHeight }: HTMLImageElement, widthPx: number) =>
  (widthPx * naturalHeight) / naturalWidth

/** Copies an SVG as a PNG of that width; false if the browser refuses. */
export async function copyPng(svg: string, sizePx: number): Promise<boolean> {
  const png = await pngOf(svg, sizePx)
  if (!png) return false
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]).then(
    () => true,
    () => false,
  )
}

/**
 * An image file as the data URL of a PNG, at most 820 pixels wide and high, or `maxPx`; undefined for a file that is no image. Redrawing it removes
 * metadata of photos and everything except the pixels of an SVG.
 */
export async function dataUrlOf(file: Blob, maxPx = LOGO_PX): Promise<string | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const image = await loaded(url)
    if (!image) return undefined
    const width = image.naturalWidth || LOGO_PX
    const height = image.naturalHeight || LOGO_PX
    const scale = Math.min(1, maxPx / Math.max(width, height))
    const png = await drawn(image, Math.max(1, width * scale), Math.max(1, height * scale))
    return png && (await read(png))
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function loaded(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

function drawn(image: HTMLImageElement, widthPx: number, heightPx: number): Promise<Blob | undefined> {
  const context = canvasOf(image, widthPx, heightPx)
  if (!context) return Promise.resolve(undefined)
  return new Promise((resolve) => context.canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}

function canvasOf(image: HTMLImageElement, widthPx: number, heightPx: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(widthPx)
  canvas.height = Math.round(heightPx)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context
}

function read(blob: Blob): Promise<string | undefined> {
  const reader = new FileReader()
  return new Promise((resolve) => {
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(blob)
  })
}
