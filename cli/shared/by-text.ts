/** Compares strings the same way in every locale. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
