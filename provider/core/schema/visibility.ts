const ranks: Readonly<Record<string, number>> = { private: 0, internal: 1, public: 2 }

/** The visibilities of projects and groups, from the lowest one. */
export const visibilities = ['private', 'internal', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** Whether a visibility is more than another one. False if one of them is not known. */
export const isMoreVisible = (one: unknown, other: unknown): boolean =>
  (ranks[String(one)] ?? -1) > (ranks[String(other)] ?? Infinity)
