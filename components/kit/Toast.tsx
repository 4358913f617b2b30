import { i18n } from '#i18n';
import { Button, ToolButton } from './Button';
import { Icon } from './Icon';
import type { Tone } from './tone';

interface ToastProps {
  readonly tone: Extract<Tone, 'success' | 'info' | 'error'>;
  readonly text: string;
  /** At most one action, such as Undo or Retry. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  readonly onDismiss: () => void;
  /** Called when the pointer or the focus enters the toast, which must then stay. */
  readonly onHold?: () => void;
  readonly onRelease?: () => void;
}

const icons = { success: 'valid', info: 'clear', error: 'invalid' } as const;

/** A message about the last action. A failure is an alert, all others are a status. */
export function Toast({ tone, text, action, onDismiss, onHold, onRelease }: ToastProps) {
  return (
    <div
      class="toast"
      role={tone === 'error' ? 'alert' : 'status'}
      onFocusIn={onHold}
      onFocusOut={onRelease}
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
    >
      <Icon name={icons[tone]} size={13} tone={tone === 'info' ? 'muted' : tone} />
      <span class="grow">{text}</span>
      {action && (
        <Button appearance="text" onClick={action.onSelect}>
          {action.label}
        </Button>
      )}
      <ToolButton icon="x" name={i18n.t('common.dismiss')} small onClick={onDismiss} />
    </div>
  );
}
