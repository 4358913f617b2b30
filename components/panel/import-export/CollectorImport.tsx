import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Dialog } from '#components/kit/Dialog.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { type CollectorCaptureFailure, readCollectorAddress } from '#panel/collector-capture';
import { importingStore } from './importing';

/** That of `telemetry-v3 serve` without options. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:4331';

/** Asks for the address of a collector, and opens what it has received as a capture. */
export function CollectorImport({ onClose }: { readonly onClose: () => void }) {
  const { actions } = useApp();
  const importing = useStore(importingStore);
  const address = useSignal(DEFAULT_ADDRESS);
  const failure = useSignal<CollectorCaptureFailure | null>(null);
  const isReading = useSignal(false);
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), []);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const read = async (): Promise<void> => {
    const place = readCollectorAddress(address.value);
    if (isReading.value || actions.readCollectorCapture === null) return;
    if (place === null) {
      failure.value = { reason: 'wrong-address' };
      return;
    }
    const { host } = place;
    isReading.value = true;
    failure.value = null;
    const isAllowed = await actions.askAccess(place.url);
    const result = isAllowed ? await actions.readCollectorCapture(address.value, stop.signal) : null;
    isReading.value = false;
    if (stop.signal.aborted) return;
    if (result === null) failure.value = { reason: 'no-permission', host };
    else if (!result.ok) failure.value = result.failure;
    else {
      onClose();
      await importing.read([new File([result.value], i18n.t('import.collector.name', { host }))]);
    }
  };
  const action = {
    label: i18n.t(isReading.value ? 'import.collector.reading' : 'import.collector.read'),
    disabled: isReading.value,
    onChoose: () => void read(),
  };
  return (
    <Dialog title={i18n.t('import.collector.title')} appearance="wide" action={action} onSafe={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        <TextField
          label={i18n.t('import.collector.address')}
          value={address.value}
          inputRef={field}
          isCode
          problem={failure.value === null ? undefined : failureText(failure.value)}
          isProblemAnnounced
          onInput={(value) => {
            address.value = value;
            failure.value = null;
          }}
        />
        <p class="muted">{i18n.t('import.collector.hint')}</p>
      </form>
    </Dialog>
  );
}

function failureText(failure: CollectorCaptureFailure): string | undefined {
  switch (failure.reason) {
    case 'wrong-address':
      return i18n.t('import.collector.wrongAddress');
    case 'no-permission':
      return i18n.t('import.collector.noPermission', { host: failure.host });
    case 'unreachable':
      return i18n.t('import.collector.unreachable', { host: failure.host });
    case 'no-collector':
      return i18n.t('import.collector.noCollector', { host: failure.host });
    case 'needs-token':
      return i18n.t('import.collector.needsToken', { host: failure.host });
    case 'refused':
      return i18n.t('import.collector.refused', { host: failure.host, status: String(failure.status) });
    default:
      return undefined;
  }
}
