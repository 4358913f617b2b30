import { i18n } from '#i18n';

/** State of the extension's button for one tab. */
export interface TabBadgeState {
  /** Events that are invalid or lost. */
  readonly wrong: number;
  /** The entity whose token its requests to the registry carry, or carried until it was taken off. */
  readonly acting: ActingBadge | null;
}

/** The extension's button while a tab acts as an entity. */
export interface ActingBadge {
  readonly status: 'acting' | 'ended';
  readonly userId: string;
}

/** How the button looks: blue where all is well. */
export interface ButtonAppearance {
  /** On the badge; empty for none. */
  readonly text: string;
  /** The tooltip. */
  readonly title: string;
  readonly tone: 'bad' | 'accent';
}

/** Room on the badge: four characters. */
const MAX_COUNT = 999;

/** That a tab has a token has precedence over the count, which is then in the tooltip only. */
export function buttonAppearance({ wrong, acting }: TabBadgeState): ButtonAppearance {
  if (acting === null) return { text: countOnBadge(wrong), title: formatCountTitle(wrong), tone: 'bad' };
  const { text, title } = actingAppearance(acting);
  const isCalm = wrong === 0 && acting.status === 'acting';
  return {
    text,
    title: wrong === 0 ? title : `${title}\n${formatCountTitle(wrong)}`,
    tone: isCalm ? 'accent' : 'bad',
  };
}

function actingAppearance({ status, userId }: ActingBadge): Pick<ButtonAppearance, 'text' | 'title'> {
  return status === 'acting'
    ? { text: 'AS', title: i18n.t('background.actingAs', { userId }) }
    : { text: 'OFF', title: i18n.t('background.actingEnded', { userId }) };
}

function countOnBadge(wrong: number): string {
  if (wrong === 0) return '';
  return wrong > MAX_COUNT ? '999+' : String(wrong);
}

function formatCountTitle(wrong: number): string {
  const name = i18n.t('manifest.name');
  if (wrong === 0) return name;
  return i18n.t('background.badge', wrong, { name, n: wrong });
}
