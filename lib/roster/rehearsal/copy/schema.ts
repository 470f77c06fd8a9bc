import type { RuleKind } from '../../pairs/schema'
import type { Pattern } from '../../rules'

/** The roster as it stands, as far as a rehearsal copies it: its active tenders, the rules between them, its pattern. */
export type Original = {
  id: string
  name: string
  zone: string
  settings: unknown
  tenders: OriginalTender[]
  templates: Pattern[]
  rules: { kind: RuleKind; tenderId: string; otherId: string }[]
}
export type OriginalTender = {
  id: string
  name: string
  email: string | null
  keyHolder: boolean
  unsubscribedAt: Date | null
  bouncedAt: Date | null
}

export type Copy = {
  id: string
  of: string
  name: string
  zone: string
  settings: object
  tenders: (OriginalTender & { emailNorm: string | null })[]
  templates: Pattern[]
  rules: (Original['rules'][number] & { id: string })[]
}
