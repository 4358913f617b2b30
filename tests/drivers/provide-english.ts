import type { TestProject } from 'vitest/node';
import { messagesOf } from './read-messages';

declare module 'vitest' {
  interface ProvidedContext {
    readonly englishMessages: ReadonlyMap<string, string>;
  }
}

/**
 * Reads the English texts once for all test files.
 * Otherwise each, with its own module graph, would parse the YAML.
 */
export default function provideEnglish({ provide }: TestProject): void {
  provide('englishMessages', messagesOf('en'));
}
