/** A schedule as the command line lists it. Instants are ISO 8601 in UTC. */
export type Listed = {
  id: string
  name: string
  /** As the page's chip says it: 'On time', 'Paused', 'Silent'. */
  state: string
  cron: string
  zone: string
  /** '07:05 on weekdays' */
  when: string
  /** By the zone's clocks: 'Thu 3 Dec 07:05 AEDT'; null where it fires no more. */
  next: string | null
  nextFireAt: string | null
  last: { at: string; outcome: string | null } | null
  paused: { reason: string; by: string; at: string } | null
  tzVersion: string
}
