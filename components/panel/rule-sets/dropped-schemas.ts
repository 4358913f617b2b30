import type { FileDrop } from '#components/panel/app/file-drops.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import { isConfigFileName } from '#components/panel/import-export/config-file-name.ts';
import { hasLikelySchema, listDroppedEntries, listPickedFiles, readPickedSchemas } from './imported-files';
import { putSchemas, showSetFailure, stageSchemas } from './staged-schemas';

/** Attribute of a row that accepts dropped files for its set. */
export const SCHEMA_SET_ATTRIBUTE = 'data-schema-set';

/**
 * Handles dropped schemas. A drop on the row of a set replaces the set's files; any other drop opens the dialog.
 * Outside the view of rule sets, only files that look like schemas are handled. Resolves with whether the drop was
 * handled.
 */
export async function handleDroppedSchemas(stores: Stores, { target, files, entries }: FileDrop): Promise<boolean> {
  const { view } = stores.app;
  if (files.some(({ name }) => isConfigFileName(name))) return false;
  const isInView = view.peek() === 'rule-sets';
  if (!isInView && !(await isLikelySchemaDrop(files, entries))) return false;
  const picked = entries.length === 0 ? listPickedFiles(files) : await listDroppedEntries(entries);
  const id = target?.closest(`[${SCHEMA_SET_ATTRIBUTE}]`)?.getAttribute(SCHEMA_SET_ATTRIBUTE);
  const set = stores
    .get(panelSchemasStore)
    .list.peek()
    .find((each) => each.id === id);
  if (set !== undefined) {
    const failure = await putSchemas(stores, set.name, await readPickedSchemas(picked));
    if (failure !== null) showSetFailure(stores, failure);
    return true;
  }
  view.value = 'rule-sets';
  await stageSchemas(stores, picked);
  return true;
}

/** Maximum size of files that are tested for schemas. Larger files are opened as a capture. */
const MAX_TESTED_BYTES = 5_000_000;

async function isLikelySchemaDrop(files: readonly File[], entries: readonly FileSystemEntry[]): Promise<boolean> {
  if (entries.some(({ isDirectory }) => isDirectory)) return true;
  if (!files.every(({ name, size }) => /\.(?:json|zip)$/i.test(name) && size <= MAX_TESTED_BYTES)) return false;
  return hasLikelySchema(await readPickedSchemas(listPickedFiles(files)));
}
