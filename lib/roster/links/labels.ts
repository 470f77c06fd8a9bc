/** Whatever the reason, the same words: an address says nothing about whose it was. */
export const NO_PAGE =
  'This address does not open anything any more: there is a newer one, or its owner is not on the roster now. The newest mail of the roster has the one that does.'

/** What a calendar program is told of an address that was taken back, and of one that never was. */
export const FEED_GONE = 'This calendar address was taken back. Your own page of the roster has the new one.'
export const FEED_UNKNOWN = 'There is no calendar at this address. Your own page of the roster has the right one.'

/** @param minutes until the next try */
export const tooOften = (minutes: number): string =>
  `That was very often. Press again in ${minutes} min; nothing is lost meanwhile.`
