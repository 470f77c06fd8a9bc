// What people read of the second backend.

export const awayWords = (address: string): string =>
  `Temporal at ${address} does not answer, so nothing was changed. Try again when it does.`

/** @param details the server's own words */
export const brokenWords = (address: string, details: string): string =>
  `Temporal at ${address} refused it (${details}), so nothing was changed. Look at its address, its namespace and its log.`

export const restlessWords = (id: string): string =>
  `${id} is being changed in Temporal by somebody else. Try again in a moment.`

export const IN_VAIN = {
  otherTime: 'None of its times. The server counts a repeated hour otherwise, or somebody pressed Trigger in Temporal.',
  future: 'Its time has not come. Somebody let Temporal backfill a time that is still ahead.',
  repeated: 'The clocks show this time again, and it has fired.',
  before: 'It lies before the schedule was registered.',
  removed: 'The schedule has been taken away.',
} as const

export const NOT_WOKEN = 'not woken'
