import { i18n } from '#i18n';

/** What the extension's button of one tab tells of. */
export interface ToldOfTab {
  /** Events that are invalid or lost. */
  readonly wrong: number;
  /** User id of the entity whose token its requests to the registry carry. */
  readonly actsAs: string | null;
}

/** How the button looks: blue where all is well. */
export interface ButtonLook {
  /** On the badge; empty for none. */
  readonly text: string;
  /** The tooltip. */
  readonly title: string;
  readonly tone: 'bad' | 'accent';
}

/** Room on the badge: four characters. */
const MOST = 999;

/** That a tab carries a token is to be seen whatever else there is to tell: then the number stands in the tooltip alone. */
export function lookOf({ wrong, actsAs }: ToldOfTab): ButtonLook {
  if (actsAs === null) return { text: countOnBadge(wrong), title: countInWords(wrong), tone: 'bad' };
  const title = i18n.t('background.requestsOfThisTabTo', { userId: actsAs });
  if (wrong === 0) return { text: 'AS', title, tone: 'accent' };
  return { text: 'AS', title: `${title}\n${countInWords(wrong)}`, tone: 'bad' };
}

function countOnBadge(wrong: number): string {
  if (wrong === 0) return '';
  return wrong > MOST ? '999+' : String(wrong);
}

function countInWords(wrong: number): string {
  const name = i18n.t('manifest.name');
  if (wrong === 0) return name;
  return i18n.t('background.badge', wrong, { name, n: wrong });
}
