import type { Signal } from '@preact/signals';
import { type ExportFormat, exportFormats } from '#core/formats/formats';
import { i18n } from '#i18n';
import { exportFormatLabels } from './export-labels';

/** The formats, each with what it is good for. */
export function FormatChoice({ format }: { readonly format: Signal<ExportFormat> }) {
  return (
    <fieldset class="export-formats">
      <legend>{i18n.t('export.format')}</legend>
      {exportFormats.map((one) => {
        const { name, hint } = exportFormatLabels(one);
        return (
          <label key={one} class="check">
            <input
              type="radio"
              name="export-format"
              checked={one === format.value}
              onChange={() => {
                format.value = one;
              }}
            />
            <span>
              {name} <small class="muted">{hint}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
