import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { type FileDrop, fileDropHandlers } from '#components/panel/app/file-drops.ts';
import type { PanelOverlay } from '#components/panel/app/registries.ts';
import { type Stores, useApp, useStores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { importingStore } from './importing';

/** Marks the drop target, the whole panel, while a file is dragged over it. */
export const DropTarget: PanelOverlay = ({ panel }) => {
  const stores = useStores();
  const { view } = useApp();
  const isOver = useSignal(false);
  useLayoutEffect(() => subscribeToFileDrops(panel.current, isOver, (drop) => void openDrop(stores, drop)), [stores]);
  if (!isOver.value) return null;
  const isForSchemas = view.value === 'rule-sets';
  return (
    <div class="drop-target">
      <p>
        <Icon name="import" />
        <b>{i18n.t(isForSchemas ? 'schemas.set.drop' : 'import.drop')}</b>
        <span class="muted">{i18n.t(isForSchemas ? 'schemas.set.dropHint' : 'import.dropHint')}</span>
      </p>
    </div>
  );
};

async function openDrop(stores: Stores, drop: FileDrop): Promise<void> {
  for (const handle of stores.get(fileDropHandlers).parts) if (await handle(drop)) return;
  await stores.get(importingStore).read(drop.files);
}

function subscribeToFileDrops(
  panel: HTMLElement | null,
  isOver: Signal<boolean>,
  onDrop: (drop: FileDrop) => void,
): () => void {
  if (panel === null) return () => {};
  const handleDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const handleDragLeave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node) || !panel.contains(event.relatedTarget)) isOver.value = false;
  };
  const handleDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = false;
    const { target, dataTransfer } = event;
    // The browser removes the entries when this handler returns.
    const entries = [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    onDrop({ target: target instanceof Element ? target : null, files: [...(dataTransfer?.files ?? [])], entries });
  };
  panel.addEventListener('dragover', handleDragOver);
  panel.addEventListener('dragleave', handleDragLeave);
  panel.addEventListener('drop', handleDrop);
  return () => {
    panel.removeEventListener('dragover', handleDragOver);
    panel.removeEventListener('dragleave', handleDragLeave);
    panel.removeEventListener('drop', handleDrop);
  };
}

/** Whether files are dragged, rather than text from one field to another. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
