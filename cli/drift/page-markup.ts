import { html as markup } from 'hono/html'
import { visible } from '../shared/characters'
import { webAddress } from '../shared/web-address'

export type Markup = ReturnType<typeof markup>

/** Text from the service or a program. It cannot change the direction of the surrounding text. */
export const name = (text: string): Markup => markup`<bdi>${visible(text)}</bdi>`

/** Text with a link to a page of the service, if there is one. */
export function linked(text: Markup, page: string | undefined): Markup {
  const address = webAddress(page)
  return address === undefined ? text : markup`<a href="${address}" rel="noreferrer">${text}</a>`
}

/** A difference as a colored word. */
export const badge = (difference: string): Markup => markup`<span class="badge ${difference}">${difference}</span>`
