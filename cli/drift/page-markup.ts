import { html as markup } from 'hono/html'
import { visible } from '../shared/characters'

export type Markup = ReturnType<typeof markup>

/** Text from the service or a program. It cannot change the direction of the surrounding text. */
export const name = (text: string): Markup => markup`<bdi>${visible(text)}</bdi>`

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A difference as a colored word. */
export const badge = (difference: string): Markup => markup`<span class="badge ${difference}">${difference}</span>`
