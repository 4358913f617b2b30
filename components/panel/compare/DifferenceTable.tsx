import { type ComponentChildren, Fragment } from 'preact';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { JsonSnippet } from '#components/panel/details/tree/JsonSnippet.tsx';
import { differenceType } from '#core/journey/record-comparison';
import { formatPath, type Json } from '#core/json/json';
import type { JsonDifference } from '#core/json/json-diff';
import { i18n } from '#i18n';
import { differenceLabels, differenceLooks } from './difference-labels';

interface DifferenceTableProps {
  readonly differences: readonly JsonDifference[];
  /** Names of the two columns. */
  readonly heads: readonly [ComponentChildren, ComponentChildren];
}

/** Differences, one a row: path, type, and the value on either side. */
export function DifferenceTable({ differences, heads }: DifferenceTableProps) {
  return (
    <table class="diff">
      <thead>
        <tr>
          <th scope="col">{i18n.t('change.path')}</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <DifferenceRow key={formatPath(difference.path)} difference={difference} />
        ))}
      </tbody>
    </table>
  );
}

function DifferenceRow({ difference }: { readonly difference: JsonDifference }) {
  const { path, before, after } = difference;
  const type = differenceType(difference);
  return (
    <tr class={type}>
      <th scope="row">
        <code>{path.length === 0 ? i18n.t('detail.wholeEvent') : breakAtDots(formatPath(path))}</code>
        <StatusLabel {...differenceLooks[type]}>{differenceLabels()[type]}</StatusLabel>
      </th>
      <td>
        <Value value={before} />
      </td>
      <td>
        <Value value={after} />
      </td>
    </tr>
  );
}

/** In a narrow pane a path breaks between its names rather than within one. */
function breakAtDots(path: string): ComponentChildren {
  return path.split('.').map((name, index) => (
    <Fragment key={String(index)}>
      {index > 0 && '.'}
      {index > 0 && <wbr />}
      {name}
    </Fragment>
  ));
}

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <span class="muted">{i18n.t('change.absent')}</span>;
  return <JsonSnippet value={value} />;
}
