import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useWords } from '../../ui/words.tsx'
import { linkDefaults } from '../queries.ts'

/** Names the defaults that a new link starts with, in front of the controls in it; nothing without defaults. */
export function DefaultsNote({ children }: { readonly children?: ComponentChildren }) {
  const { words } = useWords()
  const defaults = useQuery(linkDefaults).data
  if (!defaults) return null
  const { domain, tags, template } = defaults
  const values = [domain?.hostname, tags.join(', '), template?.name].filter(Boolean)
  if (values.length === 0) return null
  return (
    <p class="cluster small">
      <span>
        <span class="muted">{words.defaults.note}</span> <bdi>{values.join(' · ')}</bdi>
      </span>
      {children}
    </p>
  )
}
