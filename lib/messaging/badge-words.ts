import { i18n } from '#i18n';

/** Room on the badge: four characters. */
const MOST = 999;

/** What the badge shows; empty where there is nothing to show. */
export function badgeText(wrong: number): string {
  if (wrong === 0) return '';
  return wrong > MOST ? '999+' : String(wrong);
}

/** What the button's tooltip says. */
export function badgeTitle(wrong: number): string {
  const name = i18n.t('manifest.name');
  if (wrong === 0) return name;
  return i18n.t('background.badge', wrong, { name, n: wrong });
}
