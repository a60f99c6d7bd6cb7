import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // 'browser': without it vitest would load the server side of Svelte
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/tessela/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: fonts
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
