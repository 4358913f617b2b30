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
  /** Says what can't be undone. */
  readonly warning: string;
  readonly onConfirm: () => void;
}

/** A button whose action can't be undone. A dialog asks for confirmation. */
export function ConfirmButton({ icon, label, hint, title, warning, onConfirm }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button icon={icon} {...(hint === undefined ? {} : { title: hint })} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      {isConfirming && (
        <Dialog
          title={title}
          action={{
            label,
            onSelect() {
              setConfirming(false);
              onConfirm();
            },
          }}
          onCancel={() => setConfirming(false)}
        >
          <p>{warning}</p>
        </Dialog>
      )}
    </>
  );
}
