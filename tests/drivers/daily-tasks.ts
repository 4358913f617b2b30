import { expect, type TestInfo } from '@playwright/test';
import type { Locator, Page } from 'playwright';

/**
 * Performs actions of a user, and counts them.
 * A step is a click, a key chord or one entered text. Steps that prepare a task are performed without this object.
 */
export interface CountedActions {
  readonly steps: number;
  click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>;
  press(page: Page, chord: string): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
}

export function createCountedActions(): CountedActions {
  let steps = 0;
  const countStep = (step: () => Promise<void>): Promise<void> => {
    steps += 1;
    return step();
  };
  return {
    get steps() {
      return steps;
    },
    click: (target, options) => countStep(() => target.click(options)),
    press: (page, chord) => countStep(() => page.keyboard.press(chord)),
    type: (field, text) => countStep(() => field.fill(text)),
  };
}

/**
 * Adds the number of steps of a task to the test's report.
 * Expects that it does not exceed the limit.
 */
export function reportTask({ annotations }: TestInfo, task: string, { steps }: CountedActions, maxSteps: number): void {
  annotations.push({ type: 'steps', description: `${task}: ${steps} of at most ${maxSteps}` });
  expect(steps, task).toBeLessThanOrEqual(maxSteps);
}
