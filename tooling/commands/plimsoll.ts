import '../../apps/cli/src/main.ts'
