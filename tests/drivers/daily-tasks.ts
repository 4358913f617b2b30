import { expect, type TestInfo } from '@playwright/test';
import type { Locator, Page } from 'playwright';

/**
 * Does what a user does, and counts it.
 * A step is a click, a key chord or one typed text. What leads to the beginning of a task is done without it.
 */
export interface Hands {
  readonly steps: number;
  click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>;
  press(page: Page, chord: string): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
}

export function createHands(): Hands {
  let steps = 0;
  const once = (step: () => Promise<void>): Promise<void> => {
    steps += 1;
    return step();
  };
  return {
    get steps() {
      return steps;
    },
    click: (target, options) => once(() => target.click(options)),
    press: (page, chord) => once(() => page.keyboard.press(chord)),
    type: (field, text) => once(() => field.fill(text)),
  };
}

/** Notes in the test's report how many steps a task takes, and holds it to what it should take at most. */
export function reportTask({ annotations }: TestInfo, task: string, { steps }: Hands, aim: number): void {
  annotations.push({ type: 'steps', description: `${task}: ${steps} of at most ${aim}` });
  expect(steps, task).toBeLessThanOrEqual(aim);
}
