import type { Stores } from '#components/panel/app/stores.ts';
import type { Sample } from '#core/drafts/sample';
import { composeStore } from '../compose-state';

/** Returns the user's samples. A call while rendering subscribes to the samples. */
export function storedSamples(stores: Stores): readonly Sample[] {
  return stores.get(composeStore).samples.list.value;
}
