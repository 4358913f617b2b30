import { defineStore } from '#components/panel/app/stores.ts';
import { createPanelSchemas } from '#panel/schemas/panel-schemas';

/**
 * The team's own schemas, shared by all panels.
 * Loaded with the rules, after the first rendering.
 */
export const panelSchemasStore = defineStore(({ app }) =>
  createPanelSchemas({
    open: app.actions.openSchemaSets,
    loadPatternThreads: app.actions.loadPatternThreads,
    newId: app.newId,
    now: app.now,
    scheduler: app.scheduler,
  }),
);
