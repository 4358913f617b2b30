import type { Stores } from '#components/panel/app/stores.ts';
import type { Sample } from '#core/drafts/sample';
import { composeStore } from '../compose-state';

/** The samples of the user; whoever reads them while rendering follows them. */
export function storedSamples(stores: Stores): readonly Sample[] {
  return stores.get(composeStore).samples.list.value;
}
