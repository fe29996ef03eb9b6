/** Generated while the dashboard is built. */
declare module 'virtual:world-map' {
  export const worldMap: {
    readonly width: number
    readonly height: number
    /** SVG paths; the code is ISO 3166-1 alpha-2, null where there is none. */
    readonly shapes: readonly { readonly code: string | null; readonly path: string }[]
  }
}
