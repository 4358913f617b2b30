import type { Signal } from '@preact/signals';
import { RadioSegments } from '#components/form/RadioSegments.tsx';
import { i18n } from '#i18n';

const words = { form: i18n.t('compose.sideForm'), json: 'JSON' } as const;

/** Which view of the draft is shown; there only where they do not fit side by side. */
export function SideSwitch({ side }: { readonly side: Signal<'form' | 'json'> }) {
  return (
    <div class="side-switch">
      <RadioSegments
        name={i18n.t('compose.sides')}
        choices={['form', 'json']}
        value={side.value}
        labelOf={(choice) => (choice === 'json' ? words.json : words.form)}
        onChoose={(choice) => {
          side.value = choice === 'json' ? 'json' : 'form';
        }}
      />
    </div>
  );
}
