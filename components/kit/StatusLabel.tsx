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
 * A word that carries a state: always an icon and a word, never colour alone.
 * `calm` is the normal case and stays grey.
 */
export function StatusLabel({ icon, tone, children, title }: StatusLabelProps) {
  return (
    <span class={tone === 'plain' ? 'state' : `state ${tone}`} title={title}>
      <Icon name={icon} size={13} />
      {children}
    </span>
  );
}
