import type { TestInfo } from '@playwright/test';

/** Annotates a test with warnings about schemas that cannot be used, without duplicates. */
export function annotateSchemas({ annotations }: Pick<TestInfo, 'annotations'>, notes: readonly string[]): void {
  const description = notes.join('\n');
  if (annotations.some((annotation) => annotation.description === description)) return;
  annotations.push({ type: 'telemetry-schemas', description });
}
