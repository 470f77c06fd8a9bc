/** Ids in code-unit order: the same on every machine, whatever its locale. */
export const byId = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
