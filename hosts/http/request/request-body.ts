/** Largest request body, in bytes. */
export const MAX_BODY_BYTES = 1 << 20

/**
 * Reads a request's body as UTF-8 text. Returns undefined for more than `maxBytes`: the server below stops reading at
 * {@link MAX_BODY_BYTES} and rejects with the status 413. Rejects when the connection ends first.
 */
export async function readText(request: Request, maxBytes = MAX_BODY_BYTES): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > maxBytes) return undefined
  try {
    const text = await request.text()
    return Buffer.byteLength(text) > maxBytes ? undefined : text
  } catch (error) {
    if ((error as { status?: number }).status === 413) return undefined
    // The stream of a request without a body has ended before it can be read.
    if (!announcesBody(request)) return ''
    throw error
  }
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Whether the body is the fields of a form. */
export const isForm = ({ headers }: Request): boolean => FORM_TYPE.test(headers.get('content-type') ?? '')

const announcesBody = ({ headers }: Request) => headers.has('content-length') || headers.has('transfer-encoding')
