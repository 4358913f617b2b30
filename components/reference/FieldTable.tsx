import type { ReferenceRow } from '#core/telemetry/reference';
import { i18n } from '#i18n';

/** The fields of a kind, those inside another one below it and further in. */
export function FieldTable({ kind, rows }: { readonly kind: string; readonly rows: readonly ReferenceRow[] }) {
  return (
    <div class="reference-scroll">
      <table aria-label={i18n.t('reference.fieldsOf', { kind })}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('reference.field')}</th>
            <th scope="col">{i18n.t('reference.type')}</th>
            <th scope="col">{i18n.t('reference.required')}</th>
            <th scope="col">{i18n.t('reference.rule')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <FieldRow key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const presences = { required: 'yes', optional: 'no', default: i18n.t('reference.requiredWithDefault') } as const;

function FieldRow({ row }: { readonly row: ReferenceRow }) {
  return (
    <tr>
      <th scope="row" style={{ '--depth': row.depth }}>
        <code>{row.name}</code>
      </th>
      <td>{row.type}</td>
      <td class={row.presence === 'optional' ? 'muted' : ''}>{presences[row.presence]}</td>
      <td>
        {row.rules.map((rule) => (
          <span key={rule}>{rule} </span>
        ))}
        {row.choices.length > 0 && <Choices choices={row.choices} />}
        {row.reading && <p class="reference-reading">{row.reading}</p>}
      </td>
    </tr>
  );
}

function Choices({ choices }: { readonly choices: readonly string[] }) {
  return (
    <span>
      {i18n.t('reference.oneOf')}{' '}
      {choices.map((choice, index) => (
        <span key={choice}>
          {index > 0 && ', '}
          <code class="reference-choice">{choice}</code>
        </span>
      ))}
      .
    </span>
  );
}
