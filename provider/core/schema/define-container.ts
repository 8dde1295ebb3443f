import type { Outputs } from './computed'
import type { Container } from './container'
import type { Definition } from './define'
import type { Fields } from './field'
import type { Kind, Parents } from './kind'

/** The definition of projects or of groups. */
export type ContainerDefinition = Definition & { readonly container: Container }

type Given<D, I extends Fields, P extends keyof Parents> = Omit<
  D,
  'container' | 'identity' | 'input' | 'kind' | 'replaceOn'
> & {
  readonly kind: P
  readonly input: I
  readonly container: Container<NoInfer<I>, P>
}

/**
 * Declares a kind of project or group, which its id identifies. The argument with the name of the kind refers to it: there is
 * nothing else to adopt, and another project or group replaces the resource.
 */
export const defineContainer =
  <Live extends object, Body extends object>() =>
  <I extends Fields, O extends Outputs, P extends keyof Parents>(
    definition: Given<Definition<NoInfer<I>, O, Live, Body, P, never, `${P}Id`>, I, P>,
  ): Definition<I, O, Live, Body, P, never, `${P}Id`> => {
    const { kind } = definition
    const identity: Kind['identity'] = {
      parent: kind,
      key: `${kind}Id`,
      naturalKey: [],
      adoption: 'never',
      isSingle: () => true,
    }
    return { ...definition, identity, replaceOn: [kind] } as unknown as Definition<I, O, Live, Body, P, never, `${P}Id`>
  }
