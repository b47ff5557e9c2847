import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogPictures } from './vite/catalog-pictures.ts'
import { compress } from './vite/compress.ts'
import { mantineVariables } from './vite/mantine-variables.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), mantineVariables(), catalogPictures(), compress()],
  server: { proxy: { '/api': api } },
  build: {
    target: 'es2024',
    sourcemap: false,
    // The content security policy allows fonts and workers from files only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In one piece each, what the first screen needs, what all working screens need, and what forms need: cut into the parts that
    // any two screens share they would be larger.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'forms', test: /react-hook-form|@hookform|[\\/]zod[\\/]/, minShareCount: 2 },
            { name: 'canvas', test: /@xyflow|node_modules[\\/]d3-/, minShareCount: 2 },
            { name: 'screens', test: /node_modules|[\\/]shared[\\/]/, minShareCount: 5 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
})
