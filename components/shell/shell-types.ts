import type { IconName } from '@/components/ui/icon'
import type { Tone } from '@/components/ui/tone'

export type NavItem = {
  key: string
  href: string
  label: string
  icon: IconName
}

/** A number beside a place in the navigation. `act` when a person should. `says` reads it out: "3 need a person". */
export type NavCount = { value: number; tone: 'act' | 'quiet'; says: string }

/** What a desk says above its own pages: those `under` an address, but for the part of them that says it itself. */
export type ShellNote = {
  key: string
  under: string
  apart: string
  tone: Tone
  icon: IconName
  text: string
  link: { href: string; label: string }
}

/** What the frame shows of the present; the server writes it, and again at each poll. */
export type ShellStatus = {
  /** The server's instant, ISO. */
  now: string
  /** The company's zone with its present offset in minutes east of UTC. */
  clock: { zone: string; offset: number; abbreviation: string }
  tick: { lastAt: string | null; silent: boolean }
  /** Nothing leaves: a person must first confirm that this database was restored. */
  held: boolean
  /** By the key of the navigation item. */
  counts: Record<string, NavCount>
  notes: ShellNote[]
}

export type Person = { name: string; role: string; place: string }
