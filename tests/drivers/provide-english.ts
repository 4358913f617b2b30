import type { TestProject } from 'vitest/node';
import { messagesOf } from './read-messages';

declare module 'vitest' {
  interface ProvidedContext {
    readonly englishMessages: ReadonlyMap<string, string>;
  }
}

/** Reads the English texts once for all test files: each has a module graph of its own, and would parse the YAML again. */
export default function provideEnglish({ provide }: TestProject): void {
  provide('englishMessages', messagesOf('en'));
}
