import { i18n } from '#i18n';

/** State of the extension's button for one tab. */
export interface TabBadgeState {
  /** Number of invalid or lost events. */
  readonly wrong: number;
  /** The entity whose token the tab's requests to the registry carry, or carried until it was removed. */
  readonly acting: ActingBadge | null;
}

/** The acting state that the extension's button shows. */
export interface ActingBadge {
  readonly status: 'acting' | 'ended';
  readonly userId: string;
}

/** Appearance of the button. The tone `info` means that the tab has no problems. */
export interface ButtonAppearance {
  /** Text of the badge, or an empty string to show no badge. */
  readonly text: string;
  /** The tooltip. */
  readonly title: string;
  readonly tone: 'error' | 'info';
}

/** A badge has room for four characters. */
const MAX_COUNT = 999;

/**
 * Returns the appearance of the button.
 * Acting has precedence over the count, which is then only in the tooltip.
 */
export function buttonAppearance({ wrong, acting }: TabBadgeState): ButtonAppearance {
  if (acting === null) return { text: formatBadgeCount(wrong), title: formatCountTitle(wrong), tone: 'error' };
  const { text, title } = actingAppearance(acting);
  const isWithoutProblems = wrong === 0 && acting.status === 'acting';
  return {
    text,
    title: wrong === 0 ? title : `${title}\n${formatCountTitle(wrong)}`,
    tone: isWithoutProblems ? 'info' : 'error',
  };
}

function actingAppearance({ status, userId }: ActingBadge): Pick<ButtonAppearance, 'text' | 'title'> {
  return status === 'acting'
    ? { text: 'AS', title: i18n.t('background.actingAs', { userId }) }
    : { text: 'OFF', title: i18n.t('background.actingEnded', { userId }) };
}

function formatBadgeCount(wrong: number): string {
  if (wrong === 0) return '';
  return wrong > MAX_COUNT ? '999+' : String(wrong);
}

function formatCountTitle(wrong: number): string {
  const name = i18n.t('manifest.name');
  if (wrong === 0) return name;
  return i18n.t('background.badge', wrong, { name, n: wrong });
}
