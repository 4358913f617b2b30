import type { TestInfo } from '@playwright/test';

/** Annotates a test with what cannot be used of the schemas that check its events, each set of lines once. */
export function annotateSchemas({ annotations }: Pick<TestInfo, 'annotations'>, notes: readonly string[]): void {
  const description = notes.join('\n');
  if (annotations.some((known) => known.description === description)) return;
  annotations.push({ type: 'telemetry-schemas', description });
}
