import { bioPage, type ShownPage } from '../../../http/pages/bio-page.ts'

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(markup: string): string }): { createHTML(markup: string): string }
}

/** Firefox 125 and Safari 17.5 have no Trusted Types, and accept text. */
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }

/** The only entry of markup into the dashboard. Only this module has the policy, and passes it the output of the bio page renderer. */
const policy = trustedTypes?.createPolicy('bio-preview', { createHTML: (markup) => markup })

/** A bio page as the server sends it, for `srcdoc`. `url` is its public URL. */
export function previewMarkup(page: ShownPage, url: string): string {
  const markup = bioPage(page, url)
  return policy?.createHTML(markup) ?? markup
}
