import type { Names } from './names'
import { endpoints, sdk } from './templates/client'
import { model, record, routes } from './templates/emulator'
import { definition, example, functions, setExample } from './templates/provider'
import { arbitraries, emulatorTest, functionTest, resourceTest, sample } from './templates/tests'

/**
 * The files of a new kind, by path. They declare an object of a project or group with a name and a description, which works
 * in all layers: the tests of the kind pass before the fields are changed to the fields of the API. The generator does not know
 * the API, so it writes a comment `TODO` at each place to change. `test/repo/layout.test.ts` fails until these comments
 * are removed from the written files. In the templates, they are output.
 */
export const files = (names: Names): Readonly<Record<string, string>> => ({
  [`sdk/resources/${names.kebab}.ts`]: sdk(names),
  [`emulator/records/${names.kebab}.ts`]: record(names),
  [`emulator/resources/${names.kebab}-model.ts`]: model(names),
  [`emulator/resources/${names.kebab}.ts`]: routes(names),
  [`provider/resources/${names.kebab}.ts`]: definition(names),
  [`provider/functions/${names.kebab}.ts`]: functions(names),
  [`docs/examples/${names.kebab}.yaml`]: example(names),
  ...(names.hasSet && { [`docs/examples/${names.kebab}-set.yaml`]: setExample(names) }),
  [`tools/api-coverage/nouns/${names.kebab}.ts`]: endpoints(names),
  [`emulator/test/${names.kebab}.test.ts`]: emulatorTest(names),
  [`test/resources/${names.kebab}.test.ts`]: resourceTest(names),
  [`test/functions/${names.kebab}.test.ts`]: functionTest(names),
  [`test/samples/${names.kebab}.ts`]: sample(names),
  [`test/properties/arbitraries/${names.kebab}.ts`]: arbitraries(names),
})
