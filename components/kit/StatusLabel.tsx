import type { ComponentChildren } from 'preact';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';

type Tone = 'calm' | 'ok' | 'warn' | 'bad' | 'lost' | 'quiet' | 'plain';

interface StatusLabelProps {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly children: ComponentChildren;
  readonly title?: string | undefined;
}

/**
 * Text that shows a state: always with an icon, never by color alone.
 * `calm` is the normal case and stays gray.
 */
export function StatusLabel({ icon, tone, children, title }: StatusLabelProps) {
  return (
    <span class={tone === 'plain' ? 'state' : `state ${tone}`} title={title}>
      <Icon name={icon} size={13} />
      {children}
    </span>
  );
}
