import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', environment: 'node', include: ['tests/unit/**/*.test.ts'] } },
      {
        plugins: [preact()],
        test: { name: 'component', environment: 'happy-dom', include: ['tests/component/**/*.test.tsx'] },
      },
    ],
  },
});
