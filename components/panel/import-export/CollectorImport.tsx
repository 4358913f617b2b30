import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Dialog } from '#components/kit/Dialog.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import {
  type CaptureLocation,
  type CollectorCaptureFailure,
  parseCollectorUrl,
  readCollectorCapture,
} from '#panel/collector-capture';
import { importingStore } from './importing';

/** Default URL of `telemetry-v3 serve`. */
const DEFAULT_URL = 'http://127.0.0.1:4331';

type ImportFailure =
  | CollectorCaptureFailure
  | { readonly reason: 'invalid-url' }
  | { readonly reason: 'no-permission'; readonly host: string };

/** Asks for the URL of a collector, and opens the events that it has received as a capture. */
export function CollectorImport({ onClose }: { readonly onClose: () => void }) {
  const { actions } = useApp();
  const importing = useStore(importingStore);
  const url = useSignal(DEFAULT_URL);
  const failure = useSignal<ImportFailure | null>(null);
  const isReading = useSignal(false);
  const controller = useMemo(() => new AbortController(), []);
  useEffect(() => () => controller.abort(), []);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const openCapture = async (location: CaptureLocation): Promise<ImportFailure | null> => {
    const { host } = location;
    const { fetchFromCollector, requestAccess } = actions;
    if (fetchFromCollector === null || !(await requestAccess(location.url))) return { reason: 'no-permission', host };
    const result = await readCollectorCapture(location, controller.signal, fetchFromCollector);
    if (!result.ok) return result.failure;
    onClose();
    void importing.read([new File([result.value], i18n.t('import.collector.name', { host }))]);
    return null;
  };
  const readCapture = async (): Promise<void> => {
    if (isReading.value) return;
    const location = parseCollectorUrl(url.value);
    failure.value = location === null ? { reason: 'invalid-url' } : null;
    if (location === null) return;
    isReading.value = true;
    failure.value = await openCapture(location);
    isReading.value = false;
  };
  const action = {
    label: i18n.t(isReading.value ? 'import.collector.reading' : 'import.collector.read'),
    disabled: isReading.value,
    onSelect: () => void readCapture(),
  };
  return (
    <Dialog title={i18n.t('import.collector.title')} appearance="wide" action={action} onCancel={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void readCapture();
        }}
      >
        <TextField
          label={i18n.t('import.collector.url')}
          value={url.value}
          inputRef={field}
          isCode
          error={failure.value === null ? undefined : failureText(failure.value)}
          announcesError
          onInput={(value) => {
            url.value = value;
            failure.value = null;
          }}
        />
        <p class="muted">{i18n.t('import.collector.hint')}</p>
      </form>
    </Dialog>
  );
}

function failureText(failure: ImportFailure): string | undefined {
  switch (failure.reason) {
    case 'invalid-url':
      return i18n.t('import.collector.invalidUrl');
    case 'no-permission':
      return i18n.t('import.collector.noPermission', { host: failure.host });
    case 'unreachable':
      return i18n.t('import.collector.unreachable', { host: failure.host });
    case 'no-collector':
      return i18n.t('import.collector.noCollector', { host: failure.host });
    case 'needs-token':
      return i18n.t('import.collector.needsToken', { host: failure.host });
    case 'rejected':
      return i18n.t('import.collector.rejected', { host: failure.host, status: String(failure.status) });
    default:
      return undefined;
  }
}
