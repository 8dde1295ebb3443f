/** How a list comes in pages. */
export interface KeysetParams {
  /** `keyset` reads along an order instead of by page number: quick at any depth, one page after the other. */
  pagination?: 'keyset' | undefined
  order_by?: string | undefined
  sort?: 'asc' | 'desc' | undefined
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

/** Names the order, as the service demands of those who read along one. */
export const inKeysetOrder = (params: KeysetParams, order_by: string): KeysetParams =>
  params.pagination === 'keyset'
    ? { ...params, order_by: params.order_by ?? order_by, sort: params.sort ?? 'asc' }
    : params
