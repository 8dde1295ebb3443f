import { html as markup } from 'hono/html'
import { visible } from '../shared/characters'

export type Markup = ReturnType<typeof markup>

/** A name that somebody chose: it cannot turn the direction of what is around it. */
export const name = (text: string): Markup => markup`<bdi>${visible(text)}</bdi>`

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A difference as a word in its own colour. */
export const badge = (difference: string): Markup => markup`<span class="badge ${difference}">${difference}</span>`
