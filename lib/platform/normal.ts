/**
 * An address as people are told apart by it: one spelling, in lower case throughout. Mail itself goes to the local part
 * as it was written (`normaliseAddress` of the messages), because that is the receiver's own affair; but two people of
 * one roster, or two accounts, never differ by case alone.
 */
export const normEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase()
