import { hasBoth, kindsOf, type Names, type Noun } from './names'
import { arbitraries } from './templates/arbitraries'
import { sdk } from './templates/client'
import { definitionInParent, sharedDefinition } from './templates/definition-of-both'
import { model, record } from './templates/emulator-model'
import { routes } from './templates/emulator-routes'
import { endpoints } from './templates/endpoints'
import { definition, example, functions, setExample } from './templates/provider'
import { emulatorTest, functionTest, resourceTest, sample } from './templates/tests'

/**
 * The files of a noun, by path, and of its kinds. They declare an object of a project or group with a name and a description,
 * which works in all layers: the tests of the kind pass before the fields are changed to the fields of the API. The generator
 * does not know the API, so it writes a comment `TODO` at each place to change. `test/repo/layout.test.ts` fails until these
 * comments are removed from the written files. In the templates, they are output.
 */
export const files = (noun: Noun): Readonly<Record<string, string>> => ({
  [`sdk/resources/${noun.kebab}.ts`]: sdk(noun),
  [`emulator/records/${noun.kebab}.ts`]: record(noun),
  [`emulator/resources/${noun.kebab}-model.ts`]: model(noun),
  [`emulator/resources/${noun.kebab}.ts`]: routes(noun),
  ...(hasBoth(noun) && { [`provider/resources/${noun.kebab}-definition.ts`]: sharedDefinition(noun) }),
  [`tools/api-coverage/nouns/${noun.kebab}.ts`]: endpoints(noun),
  [`test/properties/arbitraries/${noun.kebab}.ts`]: arbitraries(noun),
  ...Object.assign({}, ...kindsOf(noun).map(filesOfKind)),
})

const filesOfKind = (names: Names): Record<string, string> => ({
  [`provider/resources/${names.kebab}.ts`]: hasBoth(names.noun) ? definitionInParent(names) : definition(names),
  [`provider/functions/${names.kebab}.ts`]: functions(names),
  [`docs/examples/${names.kebab}.yaml`]: example(names),
  ...(names.hasSet && { [`docs/examples/${names.kebab}-set.yaml`]: setExample(names) }),
  [`emulator/test/${names.kebab}.test.ts`]: emulatorTest(names),
  [`test/resources/${names.kebab}.test.ts`]: resourceTest(names),
  [`test/functions/${names.kebab}.test.ts`]: functionTest(names),
  [`test/samples/${names.kebab}.ts`]: sample(names),
})
