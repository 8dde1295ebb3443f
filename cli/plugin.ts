#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run'
import { summary } from './summary'

/** The manifest of the package `trueup-plugin`, in whose folder `dist` this program is. */
const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string }

// For folders with programs in other languages, which do not have the package `trueup`.
run({ name: 'trueup-plugin', description: 'Summaries of previews of Trueup', version, commands: [summary] })
