import type { TestProject } from 'vitest/node';
import { readMessages } from './read-messages';

declare module 'vitest' {
  interface ProvidedContext {
    readonly englishMessages: ReadonlyMap<string, string>;
  }
}

/**
 * Reads the English texts once for all test files.
 * Otherwise each test file would parse the YAML, because each has its own module graph.
 */
export default function provideEnglish({ provide }: TestProject): void {
  provide('englishMessages', readMessages('en'));
}
