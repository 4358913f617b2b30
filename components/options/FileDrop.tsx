import { useRef, useState } from 'preact/hooks';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { DroppedFile } from '#core/registry/files/limits';
import { i18n } from '#i18n';

/** Takes the registry's own files, dropped or chosen. They are read here and go nowhere. */
export function FileDrop({ onFiles }: { readonly onFiles: (files: readonly DroppedFile[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <section
      class={isOver ? 'file-drop over' : 'file-drop'}
      aria-label={i18n.t('options.setUp.title')}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="import" />
      <div class="grow">
        <b>{i18n.t('options.setUp.title')}</b>
        <p class="muted">{i18n.t('options.setUp.dropHint')}</p>
      </div>
      <Button big onClick={() => field.current?.click()}>
        {i18n.t('options.chooseFiles')}
      </Button>
      <input
        type="file"
        multiple
        aria-label={i18n.t('options.registryFiles')}
        class="hidden"
        tabIndex={-1}
        ref={field}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
