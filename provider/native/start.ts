import { join } from 'node:path'
import { loadCompiled } from './compiled-code'
import type * as Main from './main'

/*
 * The first file of the plugin. The engine starts a plugin up to twice for each operation, and most of that time is
 * spent on compiling the second file.
 */

const program = loadCompiled(join(__dirname, 'provider.js'))

const { started, loadProvider } = program.exports as typeof Main

// What is compiled later is not worth the time to read it in each start.
void started.then(() => program.keep(loadProvider))
