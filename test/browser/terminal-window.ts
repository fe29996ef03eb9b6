/** The style of {@link terminalWindow}. */
export const TERMINAL_STYLE = `
  figure { margin: 0; box-shadow: 0 8px 24px #1b254033 }
  .terminal { background: #10151f; color: #e6eaf2; border-radius: 10px; overflow: hidden }
  .bar { padding: 11px 14px; background: #1c2433; color: #9aa6ba; font: 12px sans-serif; display: flex; gap: 8px; align-items: center }
  .bar i { width: 11px; height: 11px; border-radius: 50%; background: #3a4559 }
  .bar span { margin-left: 8px }
  .terminal pre { margin: 0; padding: 16px 20px 20px; font: 13.29px/19px 'DejaVu Sans Mono', monospace; white-space: pre-wrap; width: 616px }
  .bold { font-weight: bold } .cyan { color: #58c4dc } .dim { color: #8492a8 } .green { color: #7fce8f } .yellow { color: #e6c46c }`

/** A picture of a terminal that shows a text with its colors. */
export const terminalWindow = (command: string, text: string): string =>
  `<figure class="terminal"><div class="bar"><i></i><i></i><i></i><span>${command}</span></div><pre>${inHtml(text)}</pre></figure>`

/** Classes by the code of a style; every other code ends the style before it. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
  90: 'dim',
}

const inHtml = (text: string) =>
  text
    .replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`, 'g'), (_, code) =>
      code in STYLES ? `<span class="${STYLES[code]}">` : '</span>',
    )
