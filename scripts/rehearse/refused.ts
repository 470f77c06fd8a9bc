/** It could not be run: its message says what to do, and nothing else is printed. */
export class Refused extends Error {}
