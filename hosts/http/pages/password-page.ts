import { document } from './document.ts'
import { html } from './html.ts'
import { formStylesheet } from './stylesheet.ts'

/** The form for the password of a link. The form posts to the page's own URL, path and query included. */
export const passwordPage = (title: string | null, isWrong: boolean): string =>
  document({
    title: title ?? 'Password required',
    theme: 'auto',
    stylesheet: formStylesheet,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<main class="fault">
<div class="badge"><svg viewBox="0 0 48 48" aria-hidden="true"><rect x="10" y="21" width="28" height="20" rx="4"/><path d="M16 21v-6a8 8 0 0 1 16 0v6M24 29v4"/></svg></div>
<h1 dir="auto">${title ?? 'Password required'}</h1>
<p class="advice" id="advice">This link is protected. Enter the password you received from the sender.</p>
<form method="post">
<label for="password">Password</label>
<input type="password" id="password" name="password" required maxlength="256" autocomplete="off" autofocus aria-describedby="${isWrong ? 'wrong' : 'advice'}"${isWrong && html` aria-invalid="true"`}>
${isWrong && html`<p class="wrong" id="wrong" role="alert">Wrong password. Check it and try again.</p>`}
<button>Open link</button>
</form>
</main>`,
  })
