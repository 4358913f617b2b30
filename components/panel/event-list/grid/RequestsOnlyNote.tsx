import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/**
 * A note above the list: the site is not watched, so only its requests are observed.
 * Its button watches the site.
 */
export function RequestsOnlyNote() {
  const { commands, watching } = useApp();
  const { host } = watching.value;
  return (
    <p class="note requests-only">
      <Icon name="eye" />
      <span class="grow">{i18n.t('list.requestsOnly', { host })}</span>
      <Button appearance="text" onClick={commands.watch}>
        {i18n.t('list.watch')}
      </Button>
    </p>
  );
}
