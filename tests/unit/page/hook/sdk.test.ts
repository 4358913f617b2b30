import { expect, it } from 'vitest';
import { eventKinds } from '#core/telemetry/kinds';
import { SDK_METHODS } from '#page/hook/sdk';

it('the methods that the hook wraps are the methods of all kinds', () => {
  expect([...SDK_METHODS].sort()).toEqual([...eventKinds].sort());
});
