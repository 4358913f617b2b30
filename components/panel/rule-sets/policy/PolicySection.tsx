import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { useShowEvents } from '#components/panel/event-list/show-events.ts';
import { changePolicy } from '#components/panel/finding-policy/change-policy.ts';
import { noPolicy } from '#core/report/finding-policy';
import { i18n } from '#i18n';
import { ConfigTools } from './ConfigTools';
import { IgnoreList } from './IgnoreList';
import { SeverityList } from './SeverityList';

/** The user's policy for all rule sets together: severities by code, ignored findings, and the configuration file. */
export function PolicySection() {
  const stores = useStores();
  const { records } = useEventList();
  const show = useShowEvents();
  const setting = stores.get(policySetting);
  const { severities, ignore } = setting.value;
  const { ignored } = records.counts.value;
  const codesOfAllSets = Object.keys(severities).filter((key) => !key.includes('/'));
  const isChanged = ignore.length > 0 || Object.keys(severities).length > 0;
  const reset = () => {
    const before = setting.peek();
    changePolicy(stores, {
      change: () => noPolicy,
      undo: () => before,
      text: () => i18n.t('ruleSets.resetDone'),
    });
  };
  return (
    <>
      {codesOfAllSets.length > 0 && (
        <section class="policy" aria-label={i18n.t('ruleSets.everywhere')}>
          <h3>{i18n.t('ruleSets.everywhere')}</h3>
          <SeverityList
            rows={codesOfAllSets.map((key) => ({ key, label: key, count: null, inheritedSeverity: null }))}
          />
        </section>
      )}
      <section class="policy" aria-label={i18n.t('ruleSets.ignored')}>
        <h3>{i18n.t('ruleSets.ignored')}</h3>
        {ignore.length > 0 && (
          <p class="muted">
            {i18n.t('ruleSets.ignoredIntro')}{' '}
            {ignored > 0 && (
              <button type="button" class="link" onClick={() => show('is:ignored')}>
                {i18n.t('ruleSets.showIgnored', ignored, { n: formatNumber(ignored) })}
              </button>
            )}
          </p>
        )}
        <IgnoreList />
      </section>
      <ConfigTools />
      {isChanged && (
        <p class="policy">
          <Button onClick={reset}>{i18n.t('ruleSets.reset')}</Button>
        </p>
      )}
    </>
  );
}
