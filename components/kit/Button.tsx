import type { ComponentChildren, Ref } from 'preact';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import { type Tone, toneClass } from './tone';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly appearance?: 'plain' | 'primary' | 'text';
  readonly big?: boolean;
  readonly icon?: IconName;
  readonly title?: string;
  /** A disabled button stays focusable: browsers take the focus from a button with the `disabled` attribute. */
  readonly disabled?: boolean;
  /** Why the button is unavailable. The button stays focusable, so that keyboard and screen reader reach the reason. */
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
  disabled = false,
  unavailable = null,
  buttonRef,
}: ButtonProps) {
  const isOff = disabled || unavailable !== null;
  const classes = ['button', appearance === 'plain' ? '' : appearance, big ? 'big' : ''].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      class={classes}
      onClick={() => !isOff && onClick()}
      title={unavailable ?? title}
      aria-disabled={isOff || undefined}
      ref={buttonRef ?? null}
    >
      {icon && <Icon name={icon} size={13} />}
      {children}
    </button>
  );
}

interface ToolButtonProps {
  readonly icon: IconName;
  /** The accessible name. Also the tooltip, unless `title` is set. */
  readonly name: string;
  readonly onClick: () => void;
  readonly title?: string;
  readonly pressed?: boolean;
  readonly tone?: Tone;
  readonly small?: boolean;
  readonly className?: string;
  readonly tabIndex?: number;
  /**
   * Why the button is unavailable.
   * The button stays focusable, so that the user can read the reason. A click still calls `onClick`.
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
  tone = 'inherit',
  small = false,
  className = '',
  tabIndex,
  unavailable = null,
}: ToolButtonProps) {
  const classes = ['tool', toneClass(tone), className].filter(Boolean).join(' ');
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
