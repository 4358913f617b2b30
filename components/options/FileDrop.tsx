import { useRef, useState } from 'preact/hooks';
import type { DroppedFile } from '../../lib/registry/files/limits';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

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
    // Dropping is for the pointer alone; the button inside does the same from the keyboard.
    <section
      class={isOver ? 'file-drop over' : 'file-drop'}
      aria-label="Set up from registry files"
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="import" />
      <div class="grow">
        <b>Set up from registry files</b>
        <p class="muted">
          Drop docker-compose.yml, .env, realm-export.json and entity schemas here. Nothing leaves this machine.
        </p>
      </div>
      <Button big onClick={() => field.current?.click()}>
        Choose files…
      </Button>
      <input
        type="file"
        multiple
        aria-label="Registry files"
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
