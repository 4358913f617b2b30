import { useSignal } from '@preact/signals';
import { Button } from '#components/kit/Button.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { useApp, useStores } from '#components/panel/app/stores.ts';
import {
  activeRuleSetNames,
  applyConfig,
  currentConfig,
  openConfig,
} from '#components/panel/finding-policy/apply-config.ts';
import { i18n } from '#i18n';

const FILE_NAME = 'telemetry-v3.config.json';

/** Copies, saves and imports the user's rules and policy as a configuration of the command-line tool. */
export function ConfigTools() {
  const stores = useStores();
  const { commands } = useApp();
  const { field, open } = useFilePicker({
    label: i18n.t('policyConfig.file'),
    accept: '.json,application/json',
    onPick([file]) {
      if (file) void openConfig(stores, file);
    },
  });
  const unavailable = activeRuleSetNames(stores).length === 0 ? i18n.t('policyConfig.noRuleSet') : null;
  return (
    <section class="policy" aria-label={i18n.t('policyConfig.title')}>
      <h3>{i18n.t('policyConfig.title')}</h3>
      <p class="muted">{i18n.t('policyConfig.intro')}</p>
      <div class="config-tools">
        <Button
          unavailable={unavailable}
          onClick={() => commands.copy(currentConfig(stores), () => i18n.t('policyConfig.asConfig'))}
        >
          {i18n.t('policyConfig.copy')}
        </Button>
        <Button unavailable={unavailable} onClick={() => commands.download(FILE_NAME, currentConfig(stores))}>
          {i18n.t('policyConfig.save')}
        </Button>
        <Button title={i18n.t('policyConfig.openHint')} onClick={open}>
          {i18n.t('policyConfig.open')}
        </Button>
        {field}
      </div>
      <PastedConfig />
    </section>
  );
}

/** A field for a pasted configuration, because a panel in DevTools may not be allowed to open files. */
function PastedConfig() {
  const stores = useStores();
  const text = useSignal('');
  const apply = () => applyConfig(stores, i18n.t('policyConfig.pasted'), text.peek());
  return (
    <details class="severities">
      <summary>{i18n.t('policyConfig.paste')}</summary>
      <TextField
        label={i18n.t('policyConfig.pasted')}
        labelPosition="hidden"
        rows={6}
        isCode
        value={text.value}
        onInput={(newText) => {
          text.value = newText;
        }}
      />
      <Button disabled={text.value.trim() === ''} onClick={apply}>
        {i18n.t('policyConfig.apply')}
      </Button>
    </details>
  );
}
