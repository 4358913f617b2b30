import { useState } from 'preact/hooks';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { IconName } from './icon-paths';

interface ConfirmButtonProps {
  readonly icon: IconName;
  /** The label of the button, and of the dialog's action. */
  readonly label: string;
  readonly hint?: string;
  readonly title: string;
  /** What can't be undone. */
  readonly warning: string;
  readonly onConfirm: () => void;
}

/** A button whose action can't be undone: a dialog asks first. */
export function ConfirmButton({ icon, label, hint, title, warning, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={icon} {...(hint === undefined ? {} : { title: hint })} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Dialog
          title={title}
          action={{
            label,
            onSelect() {
              setAsking(false);
              onConfirm();
            },
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{warning}</p>
        </Dialog>
      )}
    </>
  );
}
