import type { ComponentChildren, Ref } from 'preact';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly appearance?: 'plain' | 'primary' | 'text';
  readonly big?: boolean;
  readonly icon?: IconName;
  readonly title?: string;
  readonly disabled?: boolean;
  /** Why it cannot be used now. It keeps the focus, so that keyboard and screen reader reach the reason. */
  readonly unavailable?: string | null;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with a label that names its action. */
export function Button({
  children,
  onClick,
  appearance = 'plain',
  big = false,
  icon,
  title,
  disabled,
  unavailable = null,
  buttonRef,
}: ButtonProps) {
  const classes = ['button', appearance === 'plain' ? '' : appearance, big ? 'big' : ''].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      class={classes}
      onClick={() => unavailable === null && onClick()}
      title={unavailable ?? title}
      disabled={disabled}
      aria-disabled={unavailable === null ? undefined : true}
      ref={buttonRef ?? null}
    >
      {icon && <Icon name={icon} size={13} />}
      {children}
    </button>
  );
}

interface ToolButtonProps {
  readonly icon: IconName;
  /** The accessible name; the tooltip too, unless `title` says more. */
  readonly name: string;
  readonly onClick: () => void;
  readonly title?: string;
  readonly pressed?: boolean;
  readonly tone?: string;
  readonly small?: boolean;
  readonly extra?: string;
  readonly tabIndex?: number;
  /**
   * Why it cannot be used now.
   * It stays within reach, so that one can read why; a click may say it once more.
   */
  readonly unavailable?: string | null;
}

/** A button that is only an icon, as in a toolbar. */
export function ToolButton({
  icon,
  name,
  onClick,
  title,
  pressed,
  tone = '',
  small = false,
  extra = '',
  tabIndex,
  unavailable = null,
}: ToolButtonProps) {
  const classes = ['tool', tone, extra].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      class={classes}
      aria-label={name}
      title={unavailable ?? title ?? name}
      aria-pressed={pressed}
      tabIndex={tabIndex}
      aria-disabled={unavailable === null ? undefined : true}
      onClick={onClick}
    >
      <Icon name={icon} size={small ? 13 : 16} />
    </button>
  );
}
