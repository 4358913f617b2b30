import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import type { PanelOverlay } from '#components/panel/app/registries.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { type Importing, importingStore } from './importing';

/** Marks the drop target, the whole panel, while a file is dragged over it. */
export const DropTarget: PanelOverlay = ({ panel }) => {
  const importing = useStore(importingStore);
  const isOver = useSignal(false);
  useLayoutEffect(() => listenForFiles(panel.current, isOver, importing), [importing]);
  if (!isOver.value) return null;
  return (
    <div class="drop-target">
      <p>
        <Icon name="import" />
        <b>{i18n.t('import.drop')}</b>
        <span class="muted">{i18n.t('import.dropHint')}</span>
      </p>
    </div>
  );
};

function listenForFiles(panel: HTMLElement | null, isOver: Signal<boolean>, importing: Importing): () => void {
  if (panel === null) return () => {};
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const leave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node) || !panel.contains(event.relatedTarget)) isOver.value = false;
  };
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    isOver.value = false;
    void importing.read([...(event.dataTransfer?.files ?? [])]);
  };
  panel.addEventListener('dragover', over);
  panel.addEventListener('dragleave', leave);
  panel.addEventListener('drop', drop);
  return () => {
    panel.removeEventListener('dragover', over);
    panel.removeEventListener('dragleave', leave);
    panel.removeEventListener('drop', drop);
  };
}

/** Ignores text that is dragged from one field to another. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
