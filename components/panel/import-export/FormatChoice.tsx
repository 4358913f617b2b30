import type { Signal } from '@preact/signals';
import { useStore } from '#components/panel/app/stores.ts';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { i18n } from '#i18n';
import { panelExportFormats } from './export-formats';

/** The formats, each with what it is good for. */
export function FormatChoice({ format }: { readonly format: Signal<ExportFormatDefinition> }) {
  const { parts } = useStore(panelExportFormats);
  return (
    <fieldset class="export-formats">
      <legend>{i18n.t('export.format')}</legend>
      {parts.map(({ format: one, name, hint }) => (
        <label key={one.id} class="check">
          <input
            type="radio"
            name="export-format"
            checked={one === format.value}
            onChange={() => {
              format.value = one;
            }}
          />
          <span>
            {name()} <small class="muted">{hint()}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
