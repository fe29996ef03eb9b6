import { deleteAnyLink, type Link, setLinkDisabled, shortUrl } from '@shortlink/core'
import { answer, type CommandContext, jsonCommand, unwrap, withContext } from './command.ts'

interface AddressOptions {
  readonly host?: string
  readonly json?: boolean
}

const addressCommand = (name: string) =>
  jsonCommand(name)
    .argument('<slug>', 'slug of the link, of any owner')
    .option('--host <hostname>', 'verified custom domain of the link; default: the service’s own host')

export const disableCommand = () =>
  addressCommand('disable')
    .description('Refuse visitors of a link with 410 Link disabled')
    .action((slug: string, { host, ...options }: AddressOptions) =>
      withContext(async (tools) => {
        const link = await unwrap(setLinkDisabled(tools.ports, { slug, host }, true))
        show(tools, options, link, { disabled: true }, 'is disabled now')
      }),
    )

export const enableCommand = () =>
  addressCommand('enable')
    .description('Undo link disable')
    .action((slug: string, { host, ...options }: AddressOptions) =>
      withContext(async (tools) => {
        const link = await unwrap(setLinkDisabled(tools.ports, { slug, host }, false))
        show(tools, options, link, { disabled: false }, 'is enabled now')
      }),
    )

export const deleteCommand = () =>
  addressCommand('delete')
    .description('Delete a link with its recorded visits permanently; frees its slug')
    .action((slug: string, { host, ...options }: AddressOptions) =>
      withContext(async (tools) => {
        const link = await unwrap(deleteAnyLink(tools.ports, { slug, host }))
        show(tools, options, link, { deleted: true }, 'is deleted')
      }),
    )

function show(
  { settings }: CommandContext,
  options: { readonly json?: boolean },
  link: Link,
  state: { readonly disabled: boolean } | { readonly deleted: true },
  words: string,
) {
  const url = shortUrl(settings.BASE_URL, link)
  const { id, slug, target } = link
  answer(options, { id, slug, shortUrl: url, target, ...state }, [`${url} ${words}; it leads to ${target}`])
}
