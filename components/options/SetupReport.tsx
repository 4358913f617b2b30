import { useState } from 'preact/hooks';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { DroppedFile } from '#core/registry/files/dropped-file';
import type { RegistrySetup } from '#core/registry/files/registry-setup';
import { i18n } from '#i18n';

/** Lists what was imported from each file, with warnings about what will not work. */
export function SetupReport({ setup: { files, warnings } }: { readonly setup: RegistrySetup }) {
  return (
    <section class="setup-report" aria-label={i18n.t('options.setUp.detected')} aria-live="polite">
      <ul class="lines">
        {files.map(({ name, outcome, message }) => (
          <li key={messageText(name)}>
            {outcome === 'read' ? (
              <StatusLabel icon="valid" tone="success" isSubtle>
                {i18n.t('options.read')}
              </StatusLabel>
            ) : (
              <StatusLabel icon="invalid" tone="error">
                {i18n.t('options.setUp.notRead')}
              </StatusLabel>
            )}
            <FileName name={messageText(name)} />
            <span>{messageText(message)}</span>
          </li>
        ))}
      </ul>
      {warnings.map(messageText).map((warning) => (
        <p class="note" key={warning}>
          <Icon name="notice" size={13} />
          <span>{warning}</span>
        </p>
      ))}
    </section>
  );
}

function FileName({ name }: { readonly name: string }) {
  return (
    <code class="truncate" title={name}>
      {name}
    </code>
  );
}

/** Reads the registry's own files, dropped or selected. They are not uploaded. */
export function FileDrop({ onFiles }: { readonly onFiles: (files: readonly DroppedFile[]) => void }) {
  const { field, open } = useFilePicker({ label: i18n.t('options.registryFiles'), isMultiple: true, onPick: onFiles });
  const [isOver, setIsOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <section
      class={isOver ? 'file-drop over' : 'file-drop'}
      aria-label={i18n.t('options.setUp.title')}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Icon name="import" />
      <div class="grow">
        <b>{i18n.t('options.setUp.title')}</b>
        <p class="muted">{i18n.t('options.setUp.dropHint')}</p>
      </div>
      <Button big onClick={open}>
        {i18n.t('options.selectFiles')}
      </Button>
      {field}
    </section>
  );
}
