import { expect, test } from 'vitest';
import { createEnding } from '#demo/ending';

test('what was started last is ended first, and one failure does not spare the others', async () => {
  const ended: string[] = [];
  const ending = createEnding();
  ending.add(async () => void ended.push('servers'));
  ending.add(() => Promise.reject(new Error('stuck')));
  ending.add(async () => void ended.push('browser'));
  expect(await ending.run()).toEqual([new Error('stuck')]);
  expect(ended).toEqual(['browser', 'servers']);
});

test('ended twice, everything is ended once', async () => {
  let times = 0;
  const ending = createEnding();
  ending.add(async () => void times++);
  await Promise.all([ending.run(), ending.run()]);
  expect(times).toBe(1);
});
