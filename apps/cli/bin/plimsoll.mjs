#!/usr/bin/env node
console.error('plimsoll has no command yet.')
process.exitCode = 2
