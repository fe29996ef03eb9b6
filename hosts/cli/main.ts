#!/usr/bin/env node
import '../require-node.js'
import { Command } from 'commander'
import { SettingsError } from '../settings.ts'
import { VERSION } from '../version.ts'
import { mcpCommand } from './mcp.ts'
import { planCommand } from './plan.ts'

/** The `shortlink` command. What goes wrong is told in one line on standard error. */
const program = new Command('shortlink')
  .description('A URL shortener for people, programs and agents')
  .version(VERSION)
  .showHelpAfterError()
  .addCommand(mcpCommand())
  .addCommand(planCommand())

program.parseAsync().catch((error: unknown) => {
  console.error(`shortlink: ${error instanceof Error ? error.message : error}`)
  process.exitCode = error instanceof SettingsError ? error.exitCode : 1
})
