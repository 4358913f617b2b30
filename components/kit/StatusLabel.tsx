import type { ComponentChildren } from 'preact';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import { type Tone, toneClass } from './tone';

interface StatusLabelProps {
  readonly icon: IconName;
  readonly tone: Tone;
  /** Whether only the icon has the color, as in the normal case. */
  readonly isSubtle?: boolean | undefined;
  readonly children: ComponentChildren;
  readonly title?: string | undefined;
}

/** Text that shows a state: always with an icon, never by color alone. */
export function StatusLabel({ icon, tone, isSubtle = false, children, title }: StatusLabelProps) {
  const classes = ['state', toneClass(tone), isSubtle ? 'subtle' : ''];
  return (
    <span class={classes.filter(Boolean).join(' ')} title={title}>
      <Icon name={icon} size={13} />
      {children}
    </span>
  );
}
