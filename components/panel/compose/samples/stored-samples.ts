import type { Stores } from '#components/panel/app/stores.ts';
import type { Sample } from '#core/drafts/sample';
import { composeStore } from '../compose-state';

/** Returns the samples of the user. Reading them while rendering subscribes to them. */
export function storedSamples(stores: Stores): readonly Sample[] {
  return stores.get(composeStore).samples.list.value;
}
