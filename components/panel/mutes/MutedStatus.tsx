import { signal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { lazy } from '#components/kit/lazy.tsx';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import { defineStore, type Stores, useApp, useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { mutesSetting } from '#components/panel/event-list/judging/muted-findings.ts';
import { i18n } from '#i18n';

const MutesDialog = lazy(async () => (await import('./MutesDialog')).MutesDialog);

/** The number of muted findings, with a button that lists them; nothing if none is muted at this site. */
export function MutedStatus() {
  const open = useStore(mutesDialogStore);
  const mutes = useStore(mutesSetting).value;
  const { watching } = useApp();
  const { records } = useEventList();
  const { muted } = records.counts.value;
  const { host } = watching.value;
  const isShown = muted > 0 || mutes.some(({ site }) => site === host);
  return (
    <>
      {isShown && (
        <button
          type="button"
          class="tool newest"
          title={i18n.t('mutes.statusHint')}
          onClick={() => {
            open.value = true;
          }}
        >
          {i18n.t('mutes.status', { n: formatNumber(muted) })}
        </button>
      )}
      {open.value && (
        <MutesDialog
          onClose={() => {
            open.value = false;
          }}
        />
      )}
    </>
  );
}

/** Whether the muted findings are shown. */
const mutesDialogStore = defineStore(() => signal(false));

/** Opens the muted findings. */
export function mutesCommands(stores: Stores): () => readonly MenuCommand[] {
  return () => [
    {
      id: 'mutes',
      label: i18n.t('mutes.title'),
      run() {
        stores.get(mutesDialogStore).value = true;
      },
    },
  ];
}
