import { type IconName, iconPaths } from './icon-paths';
import { type Tone, toneClass } from './tone';

/**
 * An icon: 16 px alone, 13 px beside text.
 * Always decorative: the control or the text beside it has the accessible name.
 */
export function Icon({ name, size = 16, tone = 'inherit' }: { name: IconName; size?: 16 | 13; tone?: Tone }) {
  const classes = [
    'icon',
    size === 13 ? 'sm' : '',
    name === 'record' || name === 'stop' ? 'solid' : '',
    toneClass(tone),
  ];
  return (
    <svg class={classes.filter(Boolean).join(' ')} viewBox="0 0 16 16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
