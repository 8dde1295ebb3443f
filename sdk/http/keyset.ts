/** The pagination of a list. */
export interface KeysetParams {
  /**
   * `keyset`: reads pages by position in the order instead of by number. Fast at any depth, but pages are read one at a
   * time.
   */
  pagination?: 'keyset' | undefined
  order_by?: string | undefined
  /** Default: `asc` for groups, `desc` for projects and users. With `keyset`: `asc`. */
  sort?: 'asc' | 'desc' | undefined
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** Adds the order, which the service requires for keyset pagination. */
export const inKeysetOrder = (params: KeysetParams, order_by: string): KeysetParams =>
  params.pagination === 'keyset'
    ? { ...params, order_by: params.order_by ?? order_by, sort: params.sort ?? 'asc' }
    : params
