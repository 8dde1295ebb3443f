/** An index that separates the records that have an `expires_at` (`'true'`) from the others. */
export const byExpiry = { by: ({ expires_at }: { expires_at?: string | null }) => String(Boolean(expires_at)) }
