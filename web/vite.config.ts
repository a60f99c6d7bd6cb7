import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { written } from './src/breakpoints.ts';

const checks = { bundlerTimings: false }; // that the worker takes a while to build is no news

/** How long a test may take, in milliseconds: so long that no machine is too slow or too busy, as in tests/patience.py. */
const patience = 1000 * Number(process.env.TESSELA_PATIENCE ?? 900);

/** Named breakpoints in styles, of components and files alike. */
const breakpoints = {
  postcssPlugin: 'breakpoints',
  AtRule: { media: (rule: { params: string }) => void (rule.params = written(rule.params)) },
};

export default defineConfig({
  plugins: [svelte()],
  css: { postcss: { plugins: [breakpoints] } },
  // 'browser': without it vitest would load the server side of Svelte
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/tessela/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: fonts
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Beside the page: the engine, and the walk that compares it with Python. The page needs its rules alone, to check a
      // finished game, and so both are entries of their own, which nothing loads before somebody imports them.
      input: { index: 'index.html', engine: 'src/lib/engine/index.ts', walk: 'src/lib/engine/walk.ts' },
      preserveEntrySignatures: 'exports-only',
      checks,
    },
  },
  worker: { format: 'es', rolldownOptions: { checks, output: { chunkFileNames: 'assets/worker-[name]-[hash].js' } } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    isolate: false, // one document for all files of a worker, which tidy up behind them: half the time
    testTimeout: patience,
    hookTimeout: patience,
  },
});
