import { lazy } from '#components/kit/lazy.tsx';
import { tryImport } from '#components/kit/lazy-import.ts';
import { fileDropHandlers } from '#components/panel/app/file-drops.ts';
import { type PanelViewEntry, panelViews } from '#components/panel/app/panel-views.tsx';
import {
  keyCommands,
  menuCommands,
  menuOpenHandlers,
  panelBars,
  panelOverlays,
  statusParts,
  toolbarTools,
} from '#components/panel/app/registries.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { CaptureTools } from '#components/panel/captures/CaptureTools.tsx';
import {
  captureCommands,
  clearCommand,
  invalidCommands,
  recordCommand,
  refreshSaved,
  undoCommand,
} from '#components/panel/captures/capture-commands.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { RecordingFailureBar } from '#components/panel/captures/RecordingFailureBar.tsx';
import { RecordingStatus } from '#components/panel/captures/RecordingStatus.tsx';
import { UnwatchedFrames } from '#components/panel/captures/UnwatchedFrames.tsx';
import { CompareButton } from '#components/panel/compare/CompareButton.tsx';
import { compareCommand, comparePreviousCommand } from '#components/panel/compare/compare-command.ts';
import { composeView } from '#components/panel/compose/compose-view-entry.ts';
import { SiteConfirmation } from '#components/panel/compose/target/SiteConfirmation.tsx';
import { ListStatus } from '#components/panel/event-list/ListStatus.tsx';
import { rowMenuStore } from '#components/panel/event-list/row-menu.ts';
import { AutoScrollStatus, SelectionStatus } from '#components/panel/event-list/SelectionStatus.tsx';
import { filterCommand, savedFilterCommands } from '#components/panel/filter/filter-commands.ts';
import { savedFiltersStore } from '#components/panel/filter/saved-filters.ts';
import { IgnoredStatus } from '#components/panel/finding-policy/IgnoredStatus.tsx';
import { ExportTool } from '#components/panel/import-export/ExportTool.tsx';
import { ImportTool } from '#components/panel/import-export/ImportTool.tsx';
import { OpenCaptures } from '#components/panel/import-export/OpenCaptures.tsx';
import { negativeTestsView } from '#components/panel/negative-tests/negative-tests-view-entry.ts';
import { registryView } from '#components/panel/registry/registry-view-entry.ts';
import { ruleSetsView } from '#components/panel/rule-sets/rule-sets-view-entry.ts';
import { SampleTour } from '#components/panel/sample/SampleTour.tsx';
import { scenariosView } from '#components/panel/scenarios/scenarios-view-entry.ts';
import { startUserSessions, userSessionsView } from '#components/panel/user-sessions/user-sessions-view-entry.ts';
import { i18n } from '#i18n';
import { commandMenuCommand } from './command-menu/command-menu-command';
import { viewCommands } from './command-menu/view-commands';
import { EventsView } from './EventsView';
import { helpCommand } from './help-commands';
import { HostStatus } from './StatusBar';
import { WatchControl } from './toolbar/WatchControl';

/** Rendered from the start, so that it listens before the user can drag a file to the panel. */
const DropTarget = lazy(async () => (await import('#components/panel/import-export/DropTarget.tsx')).DropTarget);

/**
 * Registers the parts that features add to the panel from its start.
 * The parts of its dialogs are in `dialog-features.ts`, those of the list's context menu in `row-menu-features.ts`.
 */
export const panelFeatures = defineStore((stores) => {
  const events: PanelViewEntry = {
    id: 'events',
    label: () => i18n.t('toolbar.events'),
    location: { icon: 'rows' },
    View: EventsView,
  };
  stores
    .get(panelViews)
    .add(events, composeView, negativeTestsView, scenariosView, registryView, ruleSetsView, userSessionsView);
  startUserSessions(stores);
  stores.get(toolbarTools).add(CaptureTools, WatchControl, ImportTool, ExportTool);
  stores.get(panelBars).add(RecordingFailureBar, OpenCaptures, SampleTour);
  stores
    .get(statusParts)
    .add(
      { side: 'start', View: ListStatus },
      { side: 'start', View: UnwatchedFrames },
      { side: 'start', View: IgnoredStatus },
      { side: 'end', View: AutoScrollStatus },
      { side: 'end', View: CompareButton },
      { side: 'end', View: SelectionStatus },
      { side: 'end', View: HostStatus },
      { side: 'end', View: RecordingStatus },
    );
  stores.get(panelOverlays).add(SiteConfirmation, DropTarget);
  stores.get(fileDropHandlers).add(async (drop) => {
    const code = await tryImport(() => import('#components/panel/rule-sets/dropped-schemas.ts'));
    return (await code?.handleDroppedSchemas(stores, drop)) ?? false;
  });
  const keys = stores.get(keyCommands);
  keys.add(filterCommand(), clearCommand(stores), recordCommand(stores));
  keys.add(compareCommand(stores), comparePreviousCommand(stores));
  for (const command of invalidCommands(stores)) keys.add(command);
  keys.add(undoCommand(stores), commandMenuCommand(stores), helpCommand(stores));
  const openFilter = () => {
    stores.app.view.value = 'events';
    return listInView(stores).filter;
  };
  stores
    .get(menuCommands)
    .add(viewCommands(stores), captureCommands(stores), () =>
      savedFilterCommands({ saved: stores.get(savedFiltersStore), openFilter }),
    );
  stores.get(menuOpenHandlers).add(() => refreshSaved(stores));
  stores.get(rowMenuStore).addLater(async () => {
    const { rowMenuFeatures } = await import('./row-menu-features');
    stores.get(rowMenuFeatures);
  });
});
