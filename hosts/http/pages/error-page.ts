import { document } from './document.ts'
import { html } from './html.ts'

const ADVICE: Readonly<Record<number, string>> = {
  400: 'This link has an invalid destination. If you followed a link, let its author know.',
  404: 'There is no link at this URL. Check it for typos, or ask the sender: the link may have been deleted.',
  429: 'Your network sent too many requests. Wait a moment, then try again.',
  503: 'The service is temporarily unavailable. Try again in a moment.',
}
/** Advice where the status is not enough. */
const ADVICE_ON: Readonly<Record<string, string>> = {
  'Link disabled':
    'The operator of this service has disabled this link, because it or its destination was reported as harmful or breaks the rules. Is this your link, and is it a mistake? Then write to the operator and include this URL.',
  'Link expired': 'This link has expired or reached its visit limit. Ask the sender for a new one.',
}
const OTHERWISE = 'Something went wrong. Try again in a moment.'

/** An HTML page for browsers: the status, the message that API clients get as plain text, and advice, by default from the status. */
export const errorPage = (
  status: number,
  message: string,
  advice = ADVICE_ON[message] ?? ADVICE[status] ?? OTHERWISE,
): string =>
  document({
    title: message,
    theme: 'auto',
    head: html`<meta name="robots" content="noindex">`,
    main: html`<main class="fault">
<div class="badge"><svg viewBox="0 0 48 48" aria-hidden="true"><path d="m21 29-7.5 7.5a6.4 6.4 0 0 1-9-9L12 20a6.4 6.4 0 0 1 7.5-1.2M27 19l7.5-7.5a6.4 6.4 0 0 1 9 9L36 28a6.4 6.4 0 0 1-7.5 1.2M20 11l-1.5-4.5M11 13 7 10.5M28 37l1.5 4.5M37 35l4 2.5"/></svg></div>
<p class="status">${status}</p>
<h1>${message}</h1>
<p class="advice">${advice}</p>
</main>`,
  })
