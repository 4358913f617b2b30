import { i18n } from '#i18n';

/** The fifth step of a journey of which nothing is predicted. */
export function NotProcessedStep() {
  return (
    <li class="open">
      <b>{i18n.t('fate.notProcessed')}</b>
      <span class="mono">–</span>
    </li>
  );
}
