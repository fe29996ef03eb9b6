import type { Generated } from 'kysely'

export interface BioPagesTable {
  id: string
  owner: string
  slug: string
  title: string | null
  theme: string
  created_at: number
  text: string | null
  picture_url: string | null
  /** JSON. */
  colors: string | null
  views: Generated<number>
}

export interface BioViewsTable {
  bio_page: string
  /** In days since 1970. */
  day: number
  views: number
}

export interface BioLinksTable {
  id: string
  bio_page: string
  label: string | null
  url: string
  position: number
  created_at: number
}
