import { REPORT_LENGTHS } from '@shortlink/core/host'
import { document } from './document.ts'
import { type Content, type Html, html } from './html.ts'
import { formStylesheet } from './stylesheet.ts'

/** The texts in the fields of the form. */
export type ReportFields = Readonly<Record<keyof typeof REPORT_LENGTHS, string>>

/** An error, at its field if it is about one. */
export interface ReportFault {
  readonly field?: string
  readonly message: string
}

/** The form for abuse reports. After an error it has the fault, and the visitor's texts. */
export const reportPage = ({ url, reason, email }: ReportFields, fault?: ReportFault): string => {
  const field = (name: keyof ReportFields, label: Content, input: (attributes: Html) => Html, hint?: string) => {
    const message = fault?.field === name && fault.message
    const described = [message && `${name}-wrong`, hint && `${name}-hint`].filter(Boolean).join(' ')
    const attributes = html` id="${name}" name="${name}" maxlength="${REPORT_LENGTHS[name]}"${described && html` aria-describedby="${described}"`}${message && html` aria-invalid="true" autofocus`}`
    return html`<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${input(attributes)}
${message && html`<p class="wrong" id="${name}-wrong" role="alert">${message}</p>`}`
  }
  return shell(
    'Report a link',
    html`<p class="advice">Does a link or page of this service lead to phishing, malware, spam or other abuse? Tell the operator.</p>
<form method="post" action="/report" class="wide">
${field('url', 'URL of the link or page', (attributes) => html`<input${attributes} value="${url}" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false">`)}
${field('reason', 'Problem', (attributes) => html`<textarea${attributes} required rows="5">\n${reason}</textarea>`)}
${field('email', 'Your email address (optional)', (attributes) => html`<input${attributes} type="email" value="${email}" autocomplete="email">`, 'For questions about this report. It is deleted with the report.')}
${fault !== undefined && fault.field === undefined && html`<p class="wrong" role="alert">${fault.message}</p>`}
<button>Send report</button>
</form>`,
  )
}

/** The page after a report. */
export const reportedPage = (): string =>
  shell('Report sent', html`<p class="advice">Thank you. The operator of this service will review it.</p>`)

const shell = (title: string, content: Html): string =>
  document({
    title,
    theme: 'auto',
    stylesheet: formStylesheet,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<main class="fault">
<div class="badge"><svg viewBox="0 0 48 48" aria-hidden="true"><path d="M13 42V8M13 10c7-5 14 4 23-1v18c-9 5-16-4-23 1"/></svg></div>
<h1>${title}</h1>
${content}
</main>`,
  })
