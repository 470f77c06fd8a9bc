/** The six tones of state. A tone never stands alone: an icon and a word go with it. */
export type Tone = 'quiet' | 'open' | 'act' | 'moving' | 'good' | 'bad'

/** Tinted ground with text of the same role: badges, icon tiles, marked cells. */
export const toneSoft: Record<Tone, string> = {
  quiet: 'bg-quiet-soft text-quiet',
  open: 'bg-open-soft text-open',
  act: 'bg-act-soft text-act',
  moving: 'bg-moving-soft text-moving',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
}

export const toneText: Record<Tone, string> = {
  quiet: 'text-quiet',
  open: 'text-open',
  act: 'text-act',
  moving: 'text-moving',
  good: 'text-good',
  bad: 'text-bad',
}

/** Full colour, for bars and dots that carry no text. */
export const toneFill: Record<Tone, string> = {
  quiet: 'bg-quiet',
  open: 'bg-open',
  act: 'bg-act',
  moving: 'bg-moving',
  good: 'bg-good',
  bad: 'bg-bad',
}
