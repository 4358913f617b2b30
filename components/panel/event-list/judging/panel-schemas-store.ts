import { defineStore } from '#components/panel/app/stores.ts';
import { createPanelSchemas } from '#panel/schemas/panel-schemas';

/** The team's own schemas, shared by all panels. Imported on demand: with the rules, which are not of the first load. */
export const panelSchemasStore = defineStore(({ app }) =>
  createPanelSchemas({
    ...{ open: app.actions.openSchemaSets, loadPatternThreads: app.actions.loadPatternThreads },
    ...{ newId: app.newId, now: app.now, scheduler: app.scheduler },
  }),
);
