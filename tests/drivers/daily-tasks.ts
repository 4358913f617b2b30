import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import type { Locator, Page } from 'playwright';

/** One line of the table: how many steps a task takes, and how many it should take at most. */
interface DailyTask {
  readonly task: string;
  readonly steps: number;
  readonly aim: number;
}

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

/** Writes the line of a task, and holds it to its aim. */
export async function reportTask({ project }: TestInfo, task: string, { steps }: Hands, aim: number): Promise<void> {
  await writeDailyTask(join(project.outputDir, 'daily-tasks.json'), { task, steps, aim });
  expect(steps, task).toBeLessThanOrEqual(aim);
}

/** Adds a task to the table at `path`, in the place of an earlier line of the same task. */
async function writeDailyTask(path: string, { task, steps, aim }: DailyTask): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '[]');
  const others = (JSON.parse(text) as DailyTask[]).filter((other) => other.task !== task);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify([...others, { task, steps, aim }], null, 2)}\n`);
}
