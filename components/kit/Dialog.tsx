import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { Button } from './Button';
import { keepFocusInside } from './kept-focus';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /**
   * The action that the dialog confirms.
   * The label names the action: “Fire 1 event”, never “OK”. Without an action, the dialog only informs.
   */
  readonly action?: { readonly label: string; readonly onSelect: () => void; readonly disabled?: boolean };
  /** Buttons between Cancel and the action. */
  readonly more?: ComponentChildren;
  /** A `wide` dialog contains a form. The dialog confirms nothing, so its role is not `alertdialog`. */
  readonly appearance?: 'default' | 'wide';
  readonly cancelLabel?: string;
  /** Called by the Cancel button, which has the initial focus, and on Esc. */
  readonly onCancel: () => void;
}

/**
 * Confirms an action that cannot be undone or reaches real data.
 * Modal: the focus stays inside and is restored afterwards.
 */
export function Dialog({
  title,
  children,
  action,
  more,
  appearance = 'default',
  cancelLabel = i18n.t('common.cancel'),
  onCancel,
}: DialogProps) {
  const heading = useId();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { dialog } = useModal((opened) => {
    cancelButton.current?.focus();
    opened.scrollTo(0, 0);
  });
  const cancel = (event: Event) => {
    event.preventDefault();
    onCancel();
  };
  // DevTools opens its drawer on Esc before the dialog gets `cancel`.
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel(event);
  };
  return (
    <dialog
      class={appearance === 'wide' ? 'dialog wide-dialog' : 'dialog'}
      role={action && appearance === 'default' ? 'alertdialog' : 'dialog'}
      aria-labelledby={heading}
      ref={dialog}
      // A click on the dialog's text would otherwise move the focus out of the dialog.
      tabIndex={-1}
      onCancel={cancel}
      onKeyDown={cancelOnEscape}
    >
      <h2 id={heading}>{title}</h2>
      {children}
      <div class="dialog-actions">
        <Button big onClick={onCancel} buttonRef={cancelButton}>
          {cancelLabel}
        </Button>
        {more}
        {action && (
          <Button big appearance="primary" onClick={action.onSelect} disabled={action.disabled ?? false}>
            {action.label}
          </Button>
        )}
      </div>
    </dialog>
  );
}

/**
 * Opens a dialog as modal, and restores the previous focus when the dialog is unmounted.
 * `close` restores it earlier, for callers that move the focus themselves.
 *
 * @param onOpen Moves the focus into the dialog.
 */
export function useModal(onOpen: (dialog: HTMLDialogElement) => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const close = () => {
    if (!dialog.current?.open) return;
    dialog.current.close();
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    previousFocus.current = document.activeElement;
    const opened = dialog.current;
    if (opened === null) return;
    opened.showModal();
    onOpen(opened);
    const stop = keepFocusInside(opened, { isModal: true });
    return () => {
      stop();
      close();
    };
  }, []);
  return { dialog, close };
}
