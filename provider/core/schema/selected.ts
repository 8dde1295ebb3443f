import type { Collection } from './define'

/** The objects of a collection that `select` returns for each part of it. */
export function selected<Live, Selected>(
  list: Collection<Live>,
  select: (items: Live[]) => Selected[],
): Collection<Selected> {
  return {
    all: async () => select(await list.all()),
    ...(list.page && {
      page: async (number) => {
        // The total also counts the other objects.
        const { total: _, items, ...page } = await list.page!(number)
        return { ...page, items: select(items) }
      },
    }),
  }
}
