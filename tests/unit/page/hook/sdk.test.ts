import { expect, it } from 'vitest';
import { eventKinds } from '#core/telemetry/kinds';
import { SDK_METHODS } from '#page/hook/sdk';

it('the methods that the hook watches are those of all kinds', () => {
  expect([...SDK_METHODS].sort()).toEqual([...eventKinds].sort());
});
