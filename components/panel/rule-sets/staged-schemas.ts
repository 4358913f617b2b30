import { type Signal, signal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import type { SchemaProblem } from '#core/schemas/schema-problem';
import { i18n } from '#i18n';
import { MAX_SCHEMA_SETS, type SchemaSetFailure, type SchemaVersion } from '#panel/schemas/schema-set';
import { type PickedSchemas, proposeName, readPickedSchemas } from './imported-files';

/** Files that are about to become a set, or to replace the files of an existing set. */
export interface StagedSchemas {
  readonly name: string;
  /** Name of the picked file or folder; `null` for pasted text and several files. */
  readonly source: string | null;
  /** `null` until files are picked or a text is pasted. */
  readonly version: SchemaVersion | null;
  /** Why the files can't be used. */
  readonly problems: readonly SchemaProblem[];
}

export const EMPTY_STAGING: StagedSchemas = { name: '', source: null, version: null, problems: [] };

/** The contents of the dialog; `null` while it is closed. */
export const stagedSchemasStore = defineStore((): Signal<StagedSchemas | null> => signal(null));

/** Opens the dialog, reads the picked files, and shows them in the dialog unless it was closed meanwhile. */
export async function stageSchemas(stores: Stores, picked: PickedSchemas): Promise<void> {
  const staged = stores.get(stagedSchemasStore);
  staged.value ??= EMPTY_STAGING;
  const version = await readPickedSchemas(picked);
  const current = staged.peek();
  if (current === null) return;
  staged.value = { name: current.name || proposeName(picked), source: picked.source, version, problems: [] };
}

/**
 * Adds a set, or replaces the files of the set with this name, and shows a toast.
 * Resolves with the failure, or `null` after success.
 */
export async function putSchemas(
  stores: Stores,
  name: string,
  version: SchemaVersion,
): Promise<SchemaSetFailure | null> {
  const result = await stores.get(panelSchemasStore).put(name, version);
  if (!result.ok) return result.failure;
  const texts = {
    added: () => i18n.t('schemas.set.added', { name }),
    replaced: () => i18n.t('schemas.set.replaced', { name }),
    kept: () => i18n.t('schemas.set.kept', { name }),
  };
  stores.app.toasts.show({ tone: result.value === 'kept' ? 'error' : 'success', text: texts[result.value] });
  return null;
}

export function showSetFailure({ app }: Stores, failure: SchemaSetFailure): void {
  app.toasts.show({ tone: 'error', text: () => setFailureText(failure) });
}

export function setFailureText({ code }: SchemaSetFailure): string {
  const texts: Readonly<Record<SchemaSetFailure['code'], () => string>> = {
    'too-many-sets': () => i18n.t('schemas.set.tooMany', { max: formatNumber(MAX_SCHEMA_SETS) }),
    'name-taken': () => i18n.t('schemas.set.nameTaken'),
    'not-stored': () => i18n.t('schemas.set.notStored'),
    gone: () => i18n.t('schemas.set.gone'),
    'not-usable': () => i18n.t('schemas.set.noneUsable'),
  };
  return texts[code]();
}
