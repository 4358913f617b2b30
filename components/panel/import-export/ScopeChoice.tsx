import type { Signal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { i18n } from '#i18n';
import { type ExportScope, type ExportSource, exportScopes } from './export-choice';
import { scopeLabels } from './export-labels';

interface ScopeChoiceProps {
  readonly source: ExportSource;
  readonly scope: Signal<ExportScope>;
}

/** All events, those that are shown, or the selected ones, each with how many that are. */
export function ScopeChoice({ source, scope }: ScopeChoiceProps) {
  return (
    <fieldset class="export-scope">
      <legend>{i18n.t('export.what')}</legend>
      {exportScopes.map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name="export-scope"
            checked={one === scope.value}
            disabled={source.records[one].length === 0}
            onChange={() => {
              scope.value = one;
            }}
          />
          {scopeLabels(one)} <b>{formatNumber(source.records[one].length)}</b>
        </label>
      ))}
    </fieldset>
  );
}
