import type { Signal } from '@preact/signals';
import { RadioSegments } from '#components/form/RadioSegments.tsx';
import { i18n } from '#i18n';
import type { DeliverySettings } from './delivery-settings';

const labels = () => ({ sdk: i18n.t('collector.pageSdk'), collector: i18n.t('collector.title') }) as const;

/** Selects the transport: the page's SDK, or a direct post to a collector. */
export function DeliveryPicker({ delivery }: { readonly delivery: Signal<DeliverySettings> }) {
  return (
    <div class="target">
      <small>{i18n.t('collector.sendVia')}</small>
      <RadioSegments
        name={i18n.t('collector.sendVia')}
        values={['sdk', 'collector']}
        value={delivery.value.transport}
        labelOf={(transport) => (transport === 'collector' ? labels().collector : labels().sdk)}
        onSelect={(transport) => {
          delivery.value = { ...delivery.value, transport: transport === 'collector' ? 'collector' : 'sdk' };
        }}
      />
    </div>
  );
}
