import { strToU8, zipSync } from 'fflate';
import type { Stores } from '#components/panel/app/stores.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import type { SchemaSet } from '#panel/schemas/schema-set';

/** Saves the files of a set: one file unchanged, several as a zip file. */
export async function exportSchemas(stores: Stores, { id, name }: Pick<SchemaSet, 'id' | 'name'>): Promise<void> {
  const { actions } = stores.app;
  const files = await stores.get(panelSchemasStore).files(id);
  const [only] = files;
  if (files.length === 1 && only !== undefined) {
    const fileName = only.path.split('/').at(-1) ?? only.path;
    return actions.onSave({ name: fileName, parts: [only.text], mimeType: 'application/json' });
  }
  const zip = zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])));
  const parts = [new Blob([new Uint8Array(zip)])];
  actions.onSave({ name: `${name}.zip`, parts, mimeType: 'application/zip' });
}
