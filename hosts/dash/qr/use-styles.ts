import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import type { QrLook } from '../ui/browser/qr-svg.ts'
import { dataUrlOf } from '../ui/browser/raster.ts'
import { designOf } from '../ui/codes/look-of-style.ts'
import { CREATE_STYLE, DELETE_STYLE, defaultStyle, qrStyles, REPLACE_STYLE } from '../ui/codes/queries.ts'

/** The most that the server stores of a logo. */
const MAX_LOGO_LENGTH = 65_536
/** Edges of a logo in pixels, tried until it is small enough. */
const LOGO_EDGES_PX = [512, 256, 128, 64]

interface Saving {
  /** The style to replace; undefined to save a new one. */
  readonly id?: string
  readonly name: string
  readonly look: QrLook
}

/** The saved styles of the account, the default one, and their changes. A saved style returns its id. */
export function useStyles() {
  const client = useQueryClient()
  const styles = useQuery(qrStyles)
  const defaultId = useQuery(defaultStyle).data?.id
  const refresh = () => client.invalidateQueries(qrStyles)
  const saving = useMutation({
    mutationFn: async ({ id, name, look }: Saving) => {
      const fields = { name, ...designOf({ ...look, logo: await smallLogo(look.logo) }) }
      if (id === undefined) return (await ask(CREATE_STYLE, fields)).createQrStyle.id
      return (await ask(REPLACE_STYLE, { id, ...fields })).replaceQrStyle.id
    },
    onSuccess: refresh,
  })
  const removing = useMutation({
    mutationFn: (id: string) => ask(DELETE_STYLE, { id }),
    // It may have been a default of new links.
    onSuccess: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: ['links'] })]),
  })
  return { styles: styles.data ?? [], defaultId, saving, removing }
}

/** The logo with fewer pixels, if it is too large to store. */
async function smallLogo(logo: string | undefined): Promise<string | undefined> {
  if (logo === undefined || logo.length <= MAX_LOGO_LENGTH) return logo
  const file = blobOfDataUrl(logo)
  for (const edge of LOGO_EDGES_PX) {
    const smaller = await dataUrlOf(file, edge)
    if (smaller !== undefined && smaller.length <= MAX_LOGO_LENGTH) return smaller
  }
  return undefined
}

/** The bytes of a base64 data: URL; `fetch` of one is outside the policy of the dashboard. */
function blobOfDataUrl(dataUrl: string): Blob {
  const [head = '', data = ''] = dataUrl.split(',', 2)
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' })
}
