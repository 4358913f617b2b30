import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { Recording } from '#components/panel/captures/recording.ts';
import { createFireFeedback } from '#components/panel/compose/firing/fire-feedback.ts';
import type { PanelHost, SiteFollower } from '#panel/panel-host';

/** The parts of a panel that its actions work on. */
export interface PanelParts {
  readonly stores: Stores;
  readonly recording: Recording;
  readonly site: SiteFollower;
}

/**
 * The panel's actions in a browser.
 * The parts need the actions themselves, so they are asked for with each action.
 */
export function createHostActions(host: PanelHost, parts: () => PanelParts): PanelActions {
  const capture = () => parts().recording.capture();
  return {
    ...host.createFireActions({ ...createFireFeedback(() => parts().stores), capture }),
    ...host.actions,
    onWatch: (frameUrl) => parts().site.watch(frameUrl),
    onStopWatching: () => parts().site.stopWatching(),
    onRecord: (isOn) => capture()?.record(isOn),
    onClear: () => capture()?.forget(),
    onRescan: () => void host.callRelays(),
  };
}
